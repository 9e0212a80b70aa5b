"""The numbers that the rules reckon with: wares, types of card, effects, and the steps of a turn."""

NONE = -1

WARES = 6  # jewelry, pelts, tea, silk, fruits, salt
LETTERS = "JPTKFS"
PACKAGE = "*"
SPACES = 6  # of a stand
TOKENS = 8  # of each ware
MARKERS = 5
START_GOLD = 20
START_CARDS = 5
GOAL = 60
SLOTS = 3  # Holy Places in the middle, and each player's spaces for Artifacts in front of them

MOST_KINDS = 64  # of card, so that a set of kinds is a word
MOST_CARDS = 128
MOST_PLACE_KINDS = 8
MOST_PLACES = 32
MOST_EFFECTS = 256
MOST_LOOKED = 8
DECKS_CACHED = 64  # of those that people bring along

TYPES = ("ware", "artifact", "person", "animal")
WARE, ARTIFACT, PERSON, ANIMAL = range(4)

EFFECTS = (
    # of wares and gold, in trade.py and ware_cards.py
    "gold", "opponent_pays", "discount", "haggle", "take", "buy", "sell", "sell_set", "ferry", "dye", "trade", "swap",
    "opponent_returns", "steal",
    # of cards, in hands.py
    "draw", "draw_to", "look", "sift", "heal", "exchange", "reveal", "opponent_discards", "opponent_discards_to",
    # of Holy Places, in places.py
    "retrieve", "any_place", "visit", "take_place",
    # of other cards' effects, in effects.py
    "curse", "redeem", "trample", "borrow", "track", "cancel",
)  # fmt: skip
(
    GOLD, OPPONENT_PAYS, DISCOUNT, HAGGLE, TAKE, BUY, SELL, SELL_SET, FERRY, DYE, TRADE, SWAP,
    OPPONENT_RETURNS, STEAL,
    DRAW, DRAW_TO, LOOK, SIFT, HEAL, EXCHANGE, REVEAL, OPPONENT_DISCARDS, OPPONENT_DISCARDS_TO,
    RETRIEVE, ANY_PLACE, VISIT, TAKE_PLACE,
    CURSE, REDEEM, TRAMPLE, BORROW, TRACK, CANCEL,
) = range(len(EFFECTS))  # fmt: skip

STEPS = (
    # carried out without a question
    "run", "do", "put_away", "destroy",
    # of the turn, in turn.py
    "drawing", "keeping", "playing", "answering", "placing",
    # of wares, in ware_cards.py and trade.py
    "packing", "haggling", "taking", "buying", "selling", "selling_set", "ferrying", "dyeing", "dyed", "trading",
    "swapping", "swapped", "seizing", "stealing",
    # of cards, in hands.py
    "discarding", "looking", "sifting", "healing", "exchanging", "giving",
    # of Holy Places, in places.py
    "imitating", "visiting", "travelling",
    # of other cards' effects, in effects.py
    "opting", "trampling", "trampled", "borrowing", "found",
)  # fmt: skip
(
    RUN, DO, PUT_AWAY, DESTROY,
    DRAWING, KEEPING, PLAYING, ANSWERING, PLACING,
    PACKING, HAGGLING, TAKING, BUYING, SELLING, SELLING_SET, FERRYING, DYEING, DYED, TRADING,
    SWAPPING, SWAPPED, SEIZING, STEALING,
    DISCARDING, LOOKING, SIFTING, HEALING, EXCHANGING, GIVING,
    IMITATING, VISITING, TRAVELLING,
    OPTING, TRAMPLING, TRAMPLED, BORROWING, FOUND,
) = range(len(STEPS))  # fmt: skip
