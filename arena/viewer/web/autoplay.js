// Steps by itself while the match is played.
// @ts-check

/** @param {import("./walk.js").Walk} walk */
export function autoplay(walk) {
  let timer = 0;
  walk.onChange(() => {
    clearTimeout(timer);
    if (!walk.playing) return;
    if (walk.atEnd) {
      walk.play(false);
      return;
    }
    timer = setTimeout(() => walk.go(walk.index + 1), 1000 / walk.speed);
  });
}
