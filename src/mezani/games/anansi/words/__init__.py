"""What players of Anansi read: sentences, catalogues, and the rules."""
