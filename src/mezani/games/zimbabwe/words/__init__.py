"""What players of The Great Zimbabwe read: sentences, catalogues, and the rules."""
