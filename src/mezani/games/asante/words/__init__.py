"""What players of Asante read: sentences, catalogues, and the rules."""
