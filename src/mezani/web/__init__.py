"""The table in the browser: pages made on the server, live updates, and every move a button in a form."""
