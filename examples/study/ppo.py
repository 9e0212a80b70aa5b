"""PPO on ANNE!, in one file: a net learns the game by playing thousands of games against itself.

    python examples/study/ppo.py --seed 1 --minutes 60 --out ppo-1.json --checkpoint ppo-1.pt
    python examples/study/curve.py docs/ppo.svg ppo-1.json ppo-2.json ppo-3.json
    cd examples/study && PPO_NET=../../ppo-1.pt mezani arena anne --bots trader,ppo:Ppo --games 400

It can be stopped at any time, and goes on from the checkpoint. It needs PyTorch: pip install 'mezani[envs,train]'.
"""

import argparse
import json
import os
import time
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import torch
from torch import nn

import mezani
from mezani import bots
from mezani.arena.match import Match
from mezani.bots.seeds import one_way_seed
from mezani.engine.rng import Rng
from mezani.engine.state import State
from mezani.envs import Batch
from mezani.game import Game
from mezani.games.anne.observation import OBSERVATION
from mezani.insight.intervals import share

PLAYERS, SUITS, NUMBERS = 4, 4, 12
ANNE = mezani.game("anne")
UNSEEN = ("over", "players", "trumps", "super_trumps", "last_trick")  # always the same to the net, or in `played` too
OPPONENTS = ("random", "novice", "trader")
DEALS = 19  # the seed of the games that are measured by: always the same

STEPS = 128  # of each game between two updates
PASSES = 2  # over the decisions of an update
SOME = 2048  # decisions for a step of the optimizer
CLIP = 0.2  # how far an update may go from the policy that has played
TRUST = 0.95  # lambda of the advantages: how far they trust what came over what was foreseen
HAND = 10.0  # points of a hand that are worth about as much as a victory, as long as they are rewarded
RATE = 1e-3  # of learning, to begin with
ENTROPY = 0.01  # what variety is worth, to begin with
LEAST = 0.05  # what is left of the learning rate at the end


class Sight:
    """What the net sees of an observation: suits and cards in the order of their strength.

    Suits differ in nothing but their place in the display of trumps, and cards of a suit in nothing but their strength.
    So the first suit is the strongest for the net, and the last card of each suit its super-trump: what it has learned
    in one deal serves it in all others.
    """

    def __init__(self) -> None:
        columns: list[tuple[int, int, float]] = []
        orders = {"suit": (1, SUITS), "card": (1 + SUITS, SUITS * NUMBERS)}  # where each begins, and how many they are
        for field in OBSERVATION:
            begins, many = orders.get(field.axes[-1].name if field.axes else "", (0, 1))
            scale = 0.1 if field.kind == "number" else 1.0
            if field.name not in UNSEEN:
                places = [(place - place % many, place % many) for place in range(field.size)]
                columns += [(field.first + first, begins + place, scale) for first, place in places]
        self.first, self.order, self.scale = map(np.array, zip(*columns, strict=True))
        self.by_strength = np.array([[*np.delete(np.arange(NUMBERS), best), best] for best in range(NUMBERS)])
        pairs = [(most, fewest) for most in range(SUITS) for fewest in range(SUITS) if most != fewest]
        self.most, self.fewest = np.array(pairs).T

    def of(self, observations: Any) -> tuple[Any, Any]:
        """What the net sees, and which action each of its outputs stands for; a row for each observation."""
        rows = len(observations)
        suits = part(observations, "trumps").reshape(rows, SUITS, SUITS).argmax(2)
        super_trumps = part(observations, "super_trumps").reshape(rows, SUITS, NUMBERS).argmax(2)
        super_trumps = np.take_along_axis(super_trumps, suits, 1)
        cards = (suits[:, :, None] * NUMBERS + self.by_strength[super_trumps]).reshape(rows, SUITS * NUMBERS)
        orders = np.concatenate([np.zeros((rows, 1), np.int64), suits, cards], 1)
        inputs = np.take_along_axis(observations, self.first + orders[:, self.order], 1)
        most, fewest = suits[:, self.most], suits[:, self.fewest]
        predictions = SUITS * (NUMBERS + 1) + most * (SUITS - 1) + fewest - (fewest > most)
        return inputs, np.concatenate([cards, SUITS * NUMBERS + suits, predictions], 1)


def look(observations: Any, masks: Any, device: Any) -> tuple[Any, Any, Any]:
    """What the net is given, what is legal of it, and which action each of its outputs stands for."""
    inputs, meanings = SIGHT.of(observations)
    legal = np.take_along_axis(masks, meanings, 1).astype(bool)
    return torch.from_numpy(inputs).to(device), torch.from_numpy(legal).to(device), meanings


def part(observations: Any, name: str) -> Any:
    """A field of each observation."""
    field = OBSERVATION[name]
    return observations[:, field.first : field.first + field.size]


SIGHT = Sight()


class Net(nn.Module):
    """The policy, and what the seat that decides may look forward to."""

    def __init__(self, width: int) -> None:
        super().__init__()
        self.body = nn.Sequential(nn.Linear(len(SIGHT.scale), width), nn.ReLU(), nn.Linear(width, width), nn.ReLU())
        self.policy = nn.Linear(width, ANNE.action_count)
        self.value = nn.Linear(width, 1)
        self.register_buffer("scale", torch.from_numpy(SIGHT.scale).float())
        nn.init.orthogonal_(self.policy.weight, 0.01)  # to begin with, all legal actions are about equally likely

    def forward(self, inputs: Any, legal: Any) -> tuple[Any, Any]:
        """The logarithms of the chances of all actions, next to none for illegal ones, and the value."""
        body = self.body(inputs * self.scale)
        return self.policy(body).masked_fill(~legal, -1e9).log_softmax(1), self.value(body).squeeze(1)


class Decisions(NamedTuple):
    """Decisions in which there was a choice: a row for each."""

    inputs: Any
    legal: Any
    actions: Any  # as the net numbers them
    chances: Any  # the logarithms of those that the actions had
    advantages: Any
    returns: Any


class Player:
    """Plays the games of a batch with the net on all seats, and tells what came of each decision."""

    def __init__(self, batch: Batch, net: Net, device: str) -> None:
        self.batch, self.net, self.device = batch, net, device
        self.points = np.zeros((batch.games, PLAYERS), np.int32)  # of each seat so far

    def play(self, steps: int, shaping: float) -> Decisions:
        """So many steps of each game."""
        batch, shape = self.batch, (steps, self.batch.games)
        seats, over, decided = np.empty(shape, np.int32), np.empty(shape, bool), np.empty(shape, bool)
        values, rewards = np.zeros(shape, np.float32), np.empty((*shape, PLAYERS), np.float32)
        made = []
        for step in range(steps):
            seats[step] = batch.seats
            decided[step] = batch.masks.sum(1) > 1
            batch.actions[:] = batch.masks.argmax(1)
            made.append(self.decide(np.flatnonzero(decided[step])))
            values[step, decided[step]] = made[-1].pop().cpu().numpy()
            batch.step()
            over[step] = batch.over
            rewards[step] = batch.rewards + shaping / HAND * self.gained()
        found, known = advantages(seats, decided, values, rewards, over)
        rows = (torch.cat(rows)[torch.from_numpy(known[decided])] for rows in zip(*made, strict=True))
        outcomes = (torch.from_numpy(numbers[known]).to(self.device) for numbers in (found, found + values))
        return Decisions(*rows, *outcomes)

    @torch.no_grad()
    def decide(self, games: Any) -> list[Any]:
        """Put an action by the policy's chances into the batch for some games."""
        inputs, legal, meanings = look(self.batch.observations[games], self.batch.masks[games], self.device)
        chances, values = self.net(inputs, legal)
        actions = chances.exp().multinomial(1)
        self.batch.actions[games] = np.take_along_axis(meanings, actions.cpu().numpy(), 1)[:, 0]
        return [inputs, legal, actions, chances.gather(1, actions), values]

    def gained(self) -> Any:
        """The points that each seat has got with the last step, less those of all in the mean."""
        seen = part(self.batch.observations, "scores")
        from_seat = (np.arange(PLAYERS) - self.batch.seats[:, None]) % PLAYERS
        points = np.where(self.batch.over[:, None], self.batch.scores, np.take_along_axis(seen, from_seat, 1))
        gained = points - self.points
        self.points = np.where(self.batch.over[:, None], 0, points)
        return gained - gained.mean(1, keepdims=True)


def advantages(seats: Any, decided: Any, values: Any, rewards: Any, over: Any) -> tuple[Any, Any]:
    """How much better each decision turned out than foreseen (GAE), and whether that is known.

    Each seat of each game has a trajectory of its own: the steps at which it decided, and what it got up to its next
    decision. Where a game goes on, the value of its last decision stands for what is to come; of that decision itself
    nothing is known yet.
    """
    games = np.arange(seats.shape[1])
    found, known = np.zeros_like(values), np.zeros_like(decided)
    value, advantage, reward = (np.zeros((len(games), rewards.shape[2]), np.float32) for _ in range(3))  # that follow
    follows = np.zeros(value.shape, bool)
    for step in reversed(range(len(seats))):
        value[over[step]] = advantage[over[step]] = reward[over[step]] = 0.0
        follows[over[step]] = True
        reward += rewards[step]
        game = games[decided[step]]
        at = game, seats[step, game]
        surprise = reward[at] + value[at] - values[step, game]
        found[step, game] = np.where(follows[at], surprise + TRUST * advantage[at], 0.0)
        known[step, game] = follows[at]
        value[at], advantage[at], reward[at], follows[at] = values[step, game], found[step, game], 0.0, True
    return found, known


def learn(net: Net, optimizer: Any, made: Decisions, entropy: float) -> None:
    """Make better decisions likelier, as far as PPO goes in one update."""
    made = made._replace(advantages=(made.advantages - made.advantages.mean()) / (made.advantages.std() + 1e-8))
    for _ in range(PASSES):
        order: Any = torch.randperm(len(made.actions), device=made.actions.device)
        for rows in order.split(SOME):
            some = Decisions(*(numbers[rows] for numbers in made))
            chances, values = net(some.inputs, some.legal)
            ratio = (chances.gather(1, some.actions) - some.chances).exp().squeeze(1)
            gain = torch.minimum(ratio * some.advantages, ratio.clamp(1 - CLIP, 1 + CLIP) * some.advantages).mean()
            spread = -(chances.exp() * chances).sum(1).mean()
            loss = (values - some.returns).square().mean() / 2 - gain - entropy * spread
            optimizer.zero_grad()
            loss.backward()
            nn.utils.clip_grad_norm_(net.parameters(), 0.5)
            optimizer.step()


@torch.no_grad()
def best_actions(net: Net, states: list[State]) -> list[int]:
    """What the net thinks best for the seat to move in each state."""
    observations = np.zeros((len(states), OBSERVATION.size), np.uint8)
    masks = np.zeros((len(states), ANNE.action_count), np.uint8)
    for state, observation, mask in zip(states, observations, masks, strict=True):
        state.observe(state.seat, observation)
        state.mask(mask)
    inputs, legal, meanings = look(observations, masks, net.policy.weight.device)
    best = net(inputs, legal)[0].argmax(1, keepdim=True).cpu().numpy()
    return [int(action) for action in np.take_along_axis(meanings, best, 1)[:, 0]]


def share_of_victories(net: Net, level: str, games: int) -> list[float]:
    """What the net wins against three bots of a level, from each seat alike, and the ends of the 95 % interval."""
    match = Match("anne", PLAYERS, ("ppo", level, level, level), games, DEALS)
    jobs = list(match.jobs())
    states = [ANNE.new(PLAYERS, match.seed_for("deal", job.deal)) for job in jobs]
    seats = [job.lineup.index("ppo") for job in jobs]
    others = [(bots.bot(level, ANNE), Rng(match.seed_for("worlds", job.number))) for job in jobs]
    while any(not state.is_over for state in states):
        for state, seat, (bot, rng) in zip(states, seats, others, strict=True):
            while not state.is_over and state.seat != seat:
                for action in bots.plan(bot, state, rng):
                    state.apply(action)
        ours = [state for state in states if not state.is_over]
        for state, action in zip(ours, best_actions(net, ours), strict=True):
            state.apply(action)
    won = [state.returns()[seat] + 1 / PLAYERS for state, seat in zip(states, seats, strict=True)]
    found = share(won, [job.deal for job in jobs])
    return [round(number, 4) for number in (found.share, found.low, found.high)]


class Ppo:
    """The net as a bot for the arena; PPO_NET tells where its checkpoint lies."""

    def __init__(self, game: Game[Any]) -> None:
        if game.name != ANNE.name:
            raise ValueError(f"this bot has learned {ANNE.title}, not {game.title}")
        self.net = net_of(os.environ.get("PPO_NET", "ppo.pt"))

    def choose(self, state: State, rng: Rng) -> int:
        best: int = best_actions(self.net, [state])[0]
        return best


@cache
def net_of(checkpoint: str) -> Net:
    """The net of a checkpoint, for playing."""
    if not Path(checkpoint).exists():
        raise FileNotFoundError(f"there is no net at {checkpoint}: say with PPO_NET where one is, or make one")
    torch.set_num_threads(1)
    kept = torch.load(checkpoint, map_location="cpu", weights_only=True)
    net = Net(kept["width"])
    net.load_state_dict(kept["net"])
    return net


class Training:
    """A net on its way, which is kept in a checkpoint, and its curve."""

    def __init__(self, given: argparse.Namespace) -> None:
        self.given, self.net = given, Net(given.width).to(given.device)
        self.optimizer = torch.optim.Adam(self.net.parameters(), eps=1e-5)
        self.minutes, self.updates, self.decisions, self.curve = 0.0, 0, 0, list[dict[str, Any]]()
        if given.checkpoint.exists():
            kept = torch.load(given.checkpoint, map_location=given.device, weights_only=True)
            if kept["width"] != given.width:
                raise SystemExit(f"the net in {given.checkpoint} is made with --width {kept['width']}")
            self.net.load_state_dict(kept["net"])
            self.optimizer.load_state_dict(kept["optimizer"])
            self.minutes, self.updates, self.decisions, self.curve = kept["done"]

    def run(self) -> None:
        """Learn for as many minutes as were asked for."""
        torch.manual_seed(one_way_seed("chance", self.given.seed, self.updates))
        seed = one_way_seed("games", self.given.seed, self.updates)
        with Batch("anne", PLAYERS, self.given.games, seed, processes=self.given.processes) as batch:
            player = Player(batch, self.net, self.given.device)
            if not self.curve:
                self.measure()
            while self.minutes < self.given.minutes:
                until = min(self.curve[-1]["minutes"] + self.given.evaluate_every, self.given.minutes)
                while self.minutes < until:
                    self.update(player)
                self.measure()

    def update(self, player: Player) -> None:
        """Play, and learn from it; what is tried and what is rewarded for the way becomes less towards the end."""
        began, ahead = time.perf_counter(), 1.0 - self.minutes / self.given.minutes
        self.optimizer.param_groups[0]["lr"] = RATE * max(ahead, LEAST)
        learn(self.net, self.optimizer, player.play(STEPS, ahead), ENTROPY * ahead)
        self.updates += 1
        self.decisions += STEPS * self.given.games
        self.minutes += (time.perf_counter() - began) / 60

    def measure(self) -> None:
        """Add a point to the curve, and keep everything."""
        shares = {level: share_of_victories(self.net, level, self.given.measured) for level in OPPONENTS}
        point = {"minutes": round(self.minutes, 3), "decisions": self.decisions, "updates": self.updates}
        self.curve.append({**point, "shares": shares})
        told = ", ".join(f"{level} {found[0]:.3f}" for level, found in shares.items())
        print(f"{self.minutes:6.2f} minutes, {self.decisions:,} decisions: {told}", flush=True)
        self.given.out.write_text(json.dumps(self.curve, indent=1) + "\n", "utf-8")
        kept = {"width": self.given.width, "net": self.net.state_dict(), "optimizer": self.optimizer.state_dict()}
        new = self.given.checkpoint.with_suffix(".new")
        torch.save({**kept, "done": (self.minutes, self.updates, self.decisions, self.curve)}, new)
        new.replace(self.given.checkpoint)


def main(words: list[str] | None = None) -> None:
    """Learn as the command line says."""
    parser = argparse.ArgumentParser(description="Learn ANNE! by PPO against oneself.")
    say = parser.add_argument
    say("--seed", type=int, default=1)
    say("--minutes", type=float, default=60.0, help="of learning; measuring does not count")
    say("--games", type=int, default=256, help="that are played at a time")
    say("--processes", type=int, default=1, help="for the games; 0: one on each core")
    say("--threads", type=int, default=2, help="for the net")
    say("--device", default="cuda" if torch.cuda.is_available() else "cpu")
    say("--width", type=int, default=256, help="of the two layers of the net")
    say("--evaluate-every", type=float, default=2.0, help="minutes")
    say("--measured", type=int, default=1000, help="games against each opponent")
    say("--out", type=Path, default=Path("ppo.json"), help="for the curve")
    say("--checkpoint", type=Path, default=Path("ppo.pt"), help="gone on with if it is there")
    given = parser.parse_args(words)
    torch.set_num_threads(given.threads)
    torch.manual_seed(one_way_seed("net", given.seed))
    Training(given).run()


if __name__ == "__main__":
    main()
