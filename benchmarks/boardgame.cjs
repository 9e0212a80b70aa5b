// The peer of load.py: a small trick-taking game with hidden hands on a boardgame.io server, in memory as it comes.

const { Server, Origins } = require("boardgame.io/server");
const { PlayerView, TurnOrder } = require("boardgame.io/core");

const CARDS = 10;

function deal(G, numPlayers, shuffle) {
  const deck = shuffle([...Array(numPlayers * CARDS).keys()]);
  for (let seat = 0; seat < numPlayers; seat++) G.players[seat] = { hand: deck.splice(0, CARDS) };
}

const Tricks = {
  name: "tricks",
  setup: ({ ctx, random }) => {
    const G = { players: {}, trick: [], taken: Array(ctx.numPlayers).fill(0), log: [] };
    deal(G, ctx.numPlayers, random.Shuffle);
    return G;
  },
  playerView: PlayerView.STRIP_SECRETS,
  turn: { order: TurnOrder.DEFAULT, minMoves: 1, maxMoves: 1 },
  moves: {
    play: {
      client: false,
      move: ({ G, ctx, playerID, random }, card) => {
        const hand = G.players[playerID].hand;
        if (!hand.includes(card)) return "INVALID_MOVE";
        hand.splice(hand.indexOf(card), 1);
        G.trick.push(card);
        if (G.trick.length === ctx.numPlayers) {
          G.taken[playerID] += 1;
          G.trick = [];
        }
        if (Object.values(G.players).every((player) => !player.hand.length)) deal(G, ctx.numPlayers, random.Shuffle);
      },
    },
  },
};

const server = Server({ games: [Tricks], origins: [Origins.LOCALHOST_IN_DEVELOPMENT, "*"] });
server.run(Number(process.argv[2]), () => console.log("listening"));
