"""What players of Ahadi read: sentences, catalogues, and the rules."""
