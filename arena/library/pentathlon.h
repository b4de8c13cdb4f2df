/* The rules of all games, for C and for every language that can call C.
 *
 * A state is an opaque value: it has all that a position has, hidden cards too.
 * Numbers of seats count from 0; PENTATHLON_CHANCE is the seat that deals. An
 * action is a number whose bits the headers of the games explain; programs need
 * only the lists of actions and their texts. A state never draws anything: all
 * chance comes from a pentathlon_rng that the caller holds.
 *
 * Functions that can fail say so. They return PENTATHLON_OK or
 * PENTATHLON_INVALID, or NULL in place of a pointer, and then fill `error`,
 * which may be NULL. A call that a comment forbids with "Requires" may end the
 * program, and so does want of memory. No exception leaves the library.
 *
 * Different states, and different generators, may be used by different threads
 * at the same time. One state or one generator belongs to one thread at a time,
 * but several threads may read a state that none changes.
 */
#ifndef PENTATHLON_H_
#define PENTATHLON_H_

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
#define PENTATHLON_NOEXCEPT noexcept
extern "C" {
#else
#define PENTATHLON_NOEXCEPT
#endif

enum { PENTATHLON_MAX_SEATS = 4, PENTATHLON_CHANCE = -1 };
enum { PENTATHLON_OK = 0, PENTATHLON_INVALID = 1 };
typedef struct pentathlon_error {
  char text[512]; /* ends with 0; a longer text is cut */
} pentathlon_error;

/* What comes next in a state. */
enum { PENTATHLON_DECISION, PENTATHLON_CHANCE_NODE, PENTATHLON_TERMINAL };

/* The version of the library, "1.2.3". The functions of one symbol version
 * (PENTATHLON_1) never change; later ones only add. */
const char* pentathlon_version(void) PENTATHLON_NOEXCEPT;

/* ---- Games ---- */

typedef struct pentathlon_game_info {
  const char* name;
  const char* summary; /* one line for people */
  /* Another number means rules under which old matches may go differently. */
  int32_t rules_version;
  /* Every number of seats between is possible. */
  int32_t min_seats, max_seats, default_seats;
  /* No match has more plies, and every number of pentathlon_dense_index is
   * below action_space, whatever the options. */
  int32_t max_plies, action_space;
  /* 1 or 0: has chance nodes; several seats may owe an action at once; seats
   * may announce out of order; seats have secrets. */
  uint8_t chance, simultaneous, announcements, hidden;
} pentathlon_game_info;

size_t pentathlon_game_count(void) PENTATHLON_NOEXCEPT;
/* Ascending by name; texts are constants. Requires: index is below the count.
 */
void pentathlon_game_at(size_t index,
                        pentathlon_game_info* info) PENTATHLON_NOEXCEPT;
/* The options of a game, a line each: name, allowed values, default, meaning,
 * with tabs between. Text as of pentathlon_action_text; 0 for no such game. */
size_t pentathlon_options(const char* game, char* text,
                          size_t size) PENTATHLON_NOEXCEPT;

/* ---- Random numbers ---- */

typedef struct pentathlon_rng pentathlon_rng;

/* A generator: ChaCha20 with the seed, 64 hexadecimal digits, or with the
 * SHA-256 of any other text. NULL for the empty text. */
pentathlon_rng* pentathlon_rng_new(const char* seed) PENTATHLON_NOEXCEPT;
void pentathlon_rng_free(pentathlon_rng* rng) PENTATHLON_NOEXCEPT;
/* In 0 .. n - 1, all equally likely. Requires: n > 0. */
uint32_t pentathlon_rng_below(pentathlon_rng* rng,
                              uint32_t n) PENTATHLON_NOEXCEPT;

/* ---- States ---- */
typedef struct pentathlon_state pentathlon_state;

/* The beginning of a match. `seats` 0 is the game's default; `options` is
 * "name=value,name=value" or NULL for all defaults. */
pentathlon_state* pentathlon_new(const char* game, int seats,
                                 const char* options,
                                 pentathlon_error* error) PENTATHLON_NOEXCEPT;
/* A state from a position in the game's notation, for games that have one. */
pentathlon_state* pentathlon_from_text(
    const char* game, const char* options, const char* position,
    pentathlon_error* error) PENTATHLON_NOEXCEPT;
pentathlon_state* pentathlon_clone(const pentathlon_state* state)
    PENTATHLON_NOEXCEPT;
void pentathlon_free(pentathlon_state* state) PENTATHLON_NOEXCEPT;
int pentathlon_equal(const pentathlon_state* a,
                     const pentathlon_state* b) PENTATHLON_NOEXCEPT;

int pentathlon_seats(const pentathlon_state* state) PENTATHLON_NOEXCEPT;
int pentathlon_node(const pentathlon_state* state) PENTATHLON_NOEXCEPT;
/* The seats that owe an action, bit s for seat s. */
uint32_t pentathlon_to_act(const pentathlon_state* state) PENTATHLON_NOEXCEPT;
/* Whether the next decision goes on with the turn of the last one; the number
 * of the deal, from 0. */
int pentathlon_turn_goes_on(const pentathlon_state* state) PENTATHLON_NOEXCEPT;
int pentathlon_deal(const pentathlon_state* state) PENTATHLON_NOEXCEPT;

/* ---- Actions ---- */

/* Write the first `capacity` of the legal actions of a seat (of the outcomes,
 * for PENTATHLON_CHANCE), ascending, and return how many there are: 0 for a
 * seat that does not act now. */
size_t pentathlon_legal(const pentathlon_state* state, int seat,
                        uint32_t* actions, size_t capacity) PENTATHLON_NOEXCEPT;
/* The same of what the seat may announce now. */
size_t pentathlon_announcements(const pentathlon_state* state, int seat,
                                uint32_t* actions,
                                size_t capacity) PENTATHLON_NOEXCEPT;

typedef struct pentathlon_choice {
  int32_t seat;
  uint32_t action;
} pentathlon_choice;

/* Applies a ply: one legal action of every seat to act, ascending by seat; or
 * one announcement; or one outcome of chance. On PENTATHLON_INVALID the state
 * is unchanged. */
int pentathlon_apply(pentathlon_state* state, const pentathlon_choice* choices,
                     size_t count, pentathlon_error* error) PENTATHLON_NOEXCEPT;
/* The same without the check, which costs a list of legal actions. Requires: a
 * ply that pentathlon_apply would apply. */
void pentathlon_apply_unchecked(pentathlon_state* state,
                                const pentathlon_choice* choices,
                                size_t count) PENTATHLON_NOEXCEPT;

/* An outcome by its probability. Requires: a chance node. */
uint32_t pentathlon_draw_chance(const pentathlon_state* state,
                                pentathlon_rng* rng) PENTATHLON_NOEXCEPT;
/* A legal action; all are equally likely. Requires: the seat is to act. */
uint32_t pentathlon_draw_legal(const pentathlon_state* state, int seat,
                               pentathlon_rng* rng) PENTATHLON_NOEXCEPT;
/* A plausible action by simple means, from the whole state: for a seat that
 * must not see hidden cards, sample first. Requires: the seat is to act. */
uint32_t pentathlon_suggest(const pentathlon_state* state,
                            int seat) PENTATHLON_NOEXCEPT;
/* What a referee plays for a bot that failed. Requires: the seat is to act. */
uint32_t pentathlon_substitute(const pentathlon_state* state,
                               int seat) PENTATHLON_NOEXCEPT;
/* The number of an action below action_space, the same in all positions and
 * with all options. Requires: an action or announcement of a seat. */
uint32_t pentathlon_dense_index(const pentathlon_state* state,
                                uint32_t action) PENTATHLON_NOEXCEPT;

/* Writes the text of an action, with a 0 at its end, cut to `size` bytes.
 * Returns its length without the 0, which may be more than was written. */
size_t pentathlon_action_text(const pentathlon_state* state, int seat,
                              uint32_t action, char* text,
                              size_t size) PENTATHLON_NOEXCEPT;
/* Reads such a text; the action need not be legal. */
int pentathlon_parse_action(const pentathlon_state* state, int seat,
                            const char* text, uint32_t* action,
                            pentathlon_error* error) PENTATHLON_NOEXCEPT;

/* ---- Results ---- */

/* By seat, in the game's points; before the end, the points so far. */
void pentathlon_returns(const pentathlon_state* state,
                        int64_t points[PENTATHLON_MAX_SEATS])
    PENTATHLON_NOEXCEPT;
/* By seat: 1 is best, equal ranks share a place; and the share of the win, in
 * all 1. Ranks decide who won, not points. Require: terminal. */
void pentathlon_ranks(const pentathlon_state* state,
                      int32_t ranks[PENTATHLON_MAX_SEATS]) PENTATHLON_NOEXCEPT;
void pentathlon_win_shares(const pentathlon_state* state,
                           double shares[PENTATHLON_MAX_SEATS])
    PENTATHLON_NOEXCEPT;
/* Seats of one team win together. Requires: a seat of the match. */
int pentathlon_team(const pentathlon_state* state,
                    int seat) PENTATHLON_NOEXCEPT;
/* In the game's words, e.g. "home-row". Requires: terminal. */
size_t pentathlon_end_reason(const pentathlon_state* state, char* text,
                             size_t size) PENTATHLON_NOEXCEPT;

/* ---- Search ---- */

/* Draws anew what the seat does not know; the state looks the same to it.
 * Requires: not terminal; a seat of the match. */
void pentathlon_resample(pentathlon_state* state, int seat,
                         pentathlon_rng* rng) PENTATHLON_NOEXCEPT;
/* Plays at random to the end, without announcements. Returns the plies. */
int pentathlon_play_out(pentathlon_state* state,
                        pentathlon_rng* rng) PENTATHLON_NOEXCEPT;

#ifdef __cplusplus
}
#endif

#endif /* PENTATHLON_H_ */
