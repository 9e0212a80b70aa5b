"""A page in pieces: what is sent again, and what not."""

from markupsafe import Markup

from mezani.web.pieces import Collector, Fragment, changed_fragments


def stone(name: str, colour: str) -> Markup:
    return Markup('<i id="{}">{}</i>').format(name, colour)


def page(*stones: str, title: str = "Go") -> dict[str, Fragment]:
    """A board with a frame of stones, each a piece with a colour."""
    collector = Collector()

    def stones_laid() -> Markup:
        laid = [collector.piece(f"s{number}", stone, f"s{number}", colour) for number, colour in enumerate(stones)]
        return Markup('<p id="stones">{}</p>').format(Markup().join(laid))

    board = Markup('<div id="board">{}{}</div>').format(title, collector.frame("stones", stones_laid))
    return {"board": board} | collector.fragments


def sent(new: dict[str, Fragment], old: dict[str, Fragment]) -> list[str]:
    return list(map(str, changed_fragments(new, old)))


def test_a_piece_that_has_changed_is_sent_alone() -> None:
    assert sent(page("black", "white"), page("black", "black")) == ['<i id="s1">white</i>']
    assert sent(page("black"), page("black")) == []


def test_a_new_piece_comes_with_its_frame_and_not_by_itself() -> None:
    both = '<p id="stones"><i id="s0">black</i><i id="s1">white</i></p>'
    assert sent(page("black", "white"), page("white")) == [both]


def test_what_stands_in_a_frame_within_a_frame_is_sent_once() -> None:
    everything = '<div id="board">Chess<p id="stones"><i id="s0">white</i></p></div>'
    assert sent(page("white", title="Chess"), page("black")) == [everything]
    assert sent(page("white", title="Chess"), {}) == [everything]
