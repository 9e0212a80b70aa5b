"""Games as environments for programs that learn: batches of them, and the interfaces of other libraries."""
