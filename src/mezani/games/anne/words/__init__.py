"""What players of ANNE! read: sentences, catalogues, and the rules."""
