"""What is measured while a server runs, in the manner of Prometheus; `/metrics` shows it."""

from prometheus_client import Counter, Gauge, Histogram

QUICK = (0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1.0, 2.0, 5.0, 10.0)

DEEDS = Counter("mezani_deeds_total", "Deeds at tables that were stored, by kind of the first entry", ["kind"])
ON_SCREENS = Histogram("mezani_press_to_screen_seconds", "From the press of a button to a screen", buckets=QUICK)
STORE_SECONDS = Histogram("mezani_store_seconds", "How long the store takes", ["what"], buckets=QUICK)
STORE_ERRORS = Counter("mezani_store_errors_total", "How often the store failed or was silent", ["what"])
BOTS_WAITING = Gauge("mezani_bots_waiting", "Bots that wait for a process to think in")
BOT_SECONDS = Histogram("mezani_bot_thinking_seconds", "How long bots think", ["level"], buckets=QUICK)
BOT_FAILURES = Counter("mezani_bot_failures_total", "Bots that gave no answer")
TABLES_IN_MEMORY = Gauge("mezani_tables_in_memory", "Tables in the memory of this server")
SCREENS = Gauge("mezani_screens", "Live connections")
REFUSED = Counter("mezani_refused_total", "Requests that a limit refused, by limit", ["limit"])
