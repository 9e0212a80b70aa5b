"""Tables: who sits where, what was played, and where all of that is kept."""
