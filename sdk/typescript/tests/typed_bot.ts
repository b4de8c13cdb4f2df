/** A bot in TypeScript: it is compiled, to see that the types serve. */
import { Decline, main, type Bot, type Choice, type Prompt } from "pentathlon";
import { OctrixMode, type MatchStart } from "pentathlon/protocol";

class TypedBot implements Bot {
  constructor(private readonly start: MatchStart) {
    if (start.players.length > 4) throw new Decline("too many seats");
  }

  async act(prompt: Prompt): Promise<Choice> {
    const { game } = prompt.observation;
    while ((prompt.timeLeft ?? 0) > 1 && (await prompt.breathe()));
    if (game.case !== "octrix") return 0;
    const high = game.value.mode === OctrixMode.HIGH;
    prompt.note = `${this.start.game}: ${high ? "high" : "low"}`;
    const best = prompt.actions.find(
      ({ action }) =>
        action?.game.case === "octrix" &&
        action.game.value.kind.case === "card" &&
        action.game.value.kind.value === 31,
    );
    return best ?? prompt.actions[0]!;
  }
}

await main(TypedBot, { plays: ["octrix"], maxMatches: 2 });
