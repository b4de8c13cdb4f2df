/* Plays a match of every game by suggestions in possible states. */
#include <pentathlon.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void Expect(int holds, const char* what) {
  if (holds) return;
  fprintf(stderr, "expected: %s\n", what);
  exit(1);
}

static void Advance(pentathlon_state* state, pentathlon_rng* rng) {
  pentathlon_choice ply[PENTATHLON_MAX_SEATS];
  size_t count = 0;
  if (pentathlon_node(state) == PENTATHLON_CHANCE_NODE) {
    ply[count].seat = PENTATHLON_CHANCE;
    ply[count++].action = pentathlon_draw_chance(state, rng);
  }
  for (int seat = 0; seat < pentathlon_seats(state); ++seat) {
    if ((pentathlon_to_act(state) >> seat & 1) == 0) continue;
    pentathlon_state* possible = pentathlon_clone(state);
    pentathlon_resample(possible, seat, rng);
    ply[count].seat = seat;
    ply[count++].action = pentathlon_suggest(possible, seat);
    pentathlon_free(possible);
  }
  pentathlon_error error;
  if (pentathlon_apply(state, ply, count, &error) != PENTATHLON_OK) {
    fprintf(stderr, "%s\n", error.text);
    exit(1);
  }
}

static void Play(const char* game, pentathlon_rng* rng) {
  pentathlon_error error;
  pentathlon_state* state = pentathlon_new(game, 0, NULL, &error);
  Expect(state != NULL, "a match of every game");
  while (pentathlon_node(state) != PENTATHLON_TERMINAL) Advance(state, rng);
  double shares[PENTATHLON_MAX_SEATS];
  pentathlon_win_shares(state, shares);
  double sum = 0;
  for (int seat = 0; seat < PENTATHLON_MAX_SEATS; ++seat) sum += shares[seat];
  char reason[64];
  pentathlon_end_reason(state, reason, sizeof(reason));
  printf("%s: %g %g %g %g (%s)\n", game, shares[0], shares[1], shares[2],
         shares[3], reason);
  Expect(sum > 0.999 && sum < 1.001, "shares of the win that add up to 1");
  pentathlon_free(state);
}

/* Mistakes are told, and change nothing. */
static void MakeMistakes(pentathlon_rng* rng) {
  pentathlon_error error;
  Expect(pentathlon_new("chess", 0, NULL, &error) == NULL &&
             strstr(error.text, "octrix") != NULL,
         "an error that lists the games");
  Expect(pentathlon_new("octrix", 5, NULL, NULL) == NULL, "2 to 4 seats");
  Expect(pentathlon_new("ordo", 0, "variant=y", &error) == NULL &&
             strstr(error.text, "variant") != NULL,
         "an error that names the option");
  pentathlon_state* state = pentathlon_new("ordo", 0, NULL, &error);
  pentathlon_state* before = pentathlon_clone(state);
  pentathlon_choice choice = {0, 0xffffffff};
  Expect(pentathlon_apply(state, &choice, 1, &error) == PENTATHLON_INVALID,
         "an illegal action is refused");
  choice.seat = 1;
  choice.action = pentathlon_draw_legal(state, 0, rng);
  Expect(pentathlon_apply(state, &choice, 1, &error) == PENTATHLON_INVALID,
         "an action of a seat that does not act is refused");
  Expect(pentathlon_apply(state, NULL, 0, &error) == PENTATHLON_INVALID,
         "an empty ply is refused");
  Expect(pentathlon_equal(state, before), "the state is unchanged");
  char text[32];
  const size_t length =
      pentathlon_action_text(state, 0, choice.action, text, sizeof(text));
  uint32_t action = 0;
  Expect(length < sizeof(text) &&
             pentathlon_parse_action(state, 0, text, &action, &error) ==
                 PENTATHLON_OK &&
             action == choice.action,
         "actions read back");
  Expect(pentathlon_action_text(state, 0, action, NULL, 0) == length,
         "the length of a text without room for it");
  pentathlon_free(before);
  pentathlon_free(state);
}

int main(void) {
  pentathlon_rng* rng = pentathlon_rng_new("7");
  for (size_t i = 0; i < pentathlon_game_count(); ++i) {
    pentathlon_game_info info;
    pentathlon_game_at(i, &info);
    Play(info.name, rng);
  }
  MakeMistakes(rng);
  pentathlon_rng_free(rng);
  return 0;
}
