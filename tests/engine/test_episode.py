"""Episodes: what was decided, and what each seat has learnt on the way."""

import pickle

import pytest

import mezani


def played(moves: int, seed: int = 7) -> mezani.Episode:
    """A game of ANNE!, begun with the first legal actions."""
    episode = mezani.Episode(mezani.game("anne").new(players=4, seed=seed))
    for _ in range(moves):
        episode.play(episode.state.legal_actions()[0])
    return episode


def test_an_episode_has_a_state_of_its_own_and_its_decisions() -> None:
    state = mezani.game("anne").new(players=4, seed=7)
    episode = mezani.Episode(state)
    first = state.legal_actions()[0]
    episode.play(first)
    assert episode.actions == [first]
    assert episode.state != state
    state.play(first)
    assert episode.state == state


def test_an_illegal_action_changes_nothing() -> None:
    episode = played(3)
    before = pickle.dumps(episode)
    with pytest.raises(mezani.IllegalAction):
        episode.play(0)
    assert pickle.dumps(episode) == before


def test_the_key_begins_with_the_first_observation_and_tells_what_each_decision_has_changed() -> None:
    episode = played(0)
    seen = bytearray(episode.observation(1))
    assert episode.key(1) == bytes(seen)
    episode.play(episode.state.legal_actions()[0])
    news = episode.key(1)[len(seen) :]
    assert len(news) == 2 + 3 * int.from_bytes(news[:2])
    for at in range(2, len(news), 3):
        seen[int.from_bytes(news[at : at + 2])] = news[at + 2]
    assert bytes(seen) == episode.observation(1)


def test_a_hidden_choice_is_in_the_key_of_its_seat_alone() -> None:
    episode = played(0)
    other = episode.clone()
    first, second = episode.state.legal_actions()[:2]
    seat = episode.state.seat
    episode.play(first)
    other.play(second)
    assert [episode.key(n) == other.key(n) for n in range(4)] == [n != seat for n in range(4)]


def test_a_seat_cannot_tell_a_resampled_episode_from_the_true_one() -> None:
    episode = played(30)
    world = episode.clone()
    world.resample(2, mezani.Rng(5))
    assert world.key(2) == episode.key(2)
    assert world.state != episode.state
    assert world.key(0) != episode.key(0)
    assert world.key(0) == world.observation(0), "what others know begins with what they see there"


def test_a_clone_goes_its_own_way() -> None:
    episode = played(5)
    other = episode.clone()
    other.play(other.state.legal_actions()[0])
    assert len(episode.actions) == 5
    assert len(other.actions) == 6
    assert episode.key(0) == played(5).key(0)


def test_an_episode_can_be_sent_to_another_process() -> None:
    episode = played(12)
    sent = pickle.loads(pickle.dumps(episode))
    assert sent.state == episode.state
    assert sent.actions == episode.actions
    for one in (sent, episode):
        one.play(one.state.legal_actions()[0])
    assert [sent.key(seat) for seat in range(4)] == [episode.key(seat) for seat in range(4)]


def test_there_is_no_key_of_a_seat_that_there_is_not() -> None:
    with pytest.raises(ValueError, match="there is no seat 4"):
        played(0).key(4)
