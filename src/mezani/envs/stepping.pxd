cimport cython
from mezani.engine.state cimport State
from mezani.envs.sight cimport Sight


cdef class Stepping:
    cdef public State game_state
    cdef public list possible_agents, agents
    cdef public dict rewards, terminations, truncations, infos, _cumulative_rewards
    cdef public object agent_selection
    cdef public Sight sight
    cdef dict seats, nothing, not_yet
    cdef bint shows

    # what environments add: an object is quicker to call that has no dict of its own
    cdef public object game, players, options, render_mode, last_seed, metadata
    cdef public object observation_spaces, action_spaces, state_space, _skip_agent_selection

    cdef State begun(self)
    cdef int seat_of(self, agent, State state) except -1
    @cython.locals(state=State)
    cpdef tuple last(self, bint observe=*)
    @cython.locals(state=State, number=int)
    cpdef step(self, action)
