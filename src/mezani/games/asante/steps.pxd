from mezani.engine.state cimport Choices
from mezani.games.asante.market cimport Market

ctypedef bint (*Can)(Market market, int effect, int kind, int slot, int left, int cards) noexcept
ctypedef void (*Begin)(Market market, int effect, int kind, int slot, int times) noexcept
ctypedef void (*StepChoices)(Market market, Choices choices) noexcept
ctypedef void (*StepChosen)(Market market, int action) noexcept
ctypedef bint (*Settle)(Market market) noexcept

cdef bint always(Market market, int effect, int kind, int slot, int left, int cards) noexcept
cdef bint never(Market market, int effect, int kind, int slot, int left, int cards) noexcept
cdef void do_nothing(Market market, int effect, int kind, int slot, int times) noexcept
cdef void no_choices(Market market, Choices choices) noexcept
cdef void not_chosen(Market market, int action) noexcept
cdef bint ask(Market market) noexcept

cdef Can[40] CAN
cdef Begin[40] BEGIN
cdef StepChoices[40] CHOICES
cdef StepChosen[40] CHOSEN
cdef Settle[40] SETTLE
cdef int[40] SETTLES

cdef void add_effect(int does, Can can, Begin begin) noexcept
cdef void add_step(int step, StepChoices choices, StepChosen chosen) noexcept
cdef void add_settling(int step, Settle settle) noexcept
