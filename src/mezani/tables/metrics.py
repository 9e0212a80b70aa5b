"""What is measured while a server runs, in the manner of Prometheus; `/metrics` shows it."""

from prometheus_client import Counter, Gauge, Histogram

from mezani.tables.drafts import Draft
from mezani.tables.entries import PRIVATE

QUICK = (0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1.0, 2.0, 5.0, 10.0)

DEEDS = Counter("mezani_deeds_total", "What was done at tables and stored, by kind", ["kind"])
ON_SCREENS = Histogram("mezani_press_to_screen_seconds", "From the press of a button to a screen", buckets=QUICK)
STORE_SECONDS = Histogram("mezani_store_seconds", "How long the store takes", ["what"], buckets=QUICK)
STORE_ERRORS = Counter("mezani_store_errors_total", "How often the store failed or was silent", ["what"])
BOTS_WAITING = Gauge("mezani_bots_waiting", "Bots that wait for a process to think in", multiprocess_mode="livesum")
BOT_SECONDS = Histogram("mezani_bot_thinking_seconds", "How long bots think", ["level"], buckets=QUICK)
BOT_FAILURES = Counter("mezani_bot_failures_total", "Bots that gave no answer")
ANALYSES = Gauge(
    "mezani_analyses", "Games that wait to be analysed, or are", ["state"], multiprocess_mode="livemostrecent"
)
ANALYSIS_SECONDS = Histogram(
    "mezani_analysis_seconds", "How long the parts of analyses take, with waiting for bots", ["depth"], buckets=QUICK
)
ANALYSIS_FAILURES = Counter("mezani_analysis_failures_total", "Parts of analyses that could not be found")
TABLES = Gauge(
    "mezani_tables", "Tables in the store, by how far they are", ["state"], multiprocess_mode="livemostrecent"
)
TABLES_IN_MEMORY = Gauge("mezani_tables_in_memory", "Tables in the memory of this server", multiprocess_mode="livesum")
SCREENS = Gauge("mezani_screens", "Live connections", multiprocess_mode="livesum")
PEOPLE = Gauge("mezani_people", "Seats whose players have their table on a screen", multiprocess_mode="livesum")
SPECTATORS = Gauge("mezani_spectators", "Screens of people who watch", multiprocess_mode="livesum")
MEMORY = Gauge("mezani_memory_bytes", "Memory of the process that serves", multiprocess_mode="livesum")
REQUESTS = Counter("mezani_requests_total", "Requests, by page and status", ["route", "status"])
REQUEST_SECONDS = Histogram("mezani_request_seconds", "How long a request takes", buckets=QUICK)
REFUSED = Counter("mezani_refused_total", "Requests that a limit refused, by limit", ["limit"])


def count_deed(draft: Draft) -> None:
    """Count what was done, unless nobody may know of it: what was decided in advance counts when it is played."""
    for entry in draft.entries:
        if entry.kind not in PRIVATE:
            DEEDS.labels(entry.kind).inc()
