"""The browser and the server of the tests of pages."""

from tests.web.conftest import browser, no_script_fails, pages_are_closed, served

__all__ = ["browser", "no_script_fails", "pages_are_closed", "served"]
