/** A bot that takes the first action. */
import { main } from "pentathlon";

await main(() => ({ act: (prompt) => prompt.actions[0] }));
