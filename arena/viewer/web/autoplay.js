// Steps by itself while the match is played.
// @ts-check

/** @param {import("./viewing.js").Viewing} viewing */
export function autoplay(viewing) {
  let timer = 0;
  viewing.onChange(() => {
    clearTimeout(timer);
    if (!viewing.playing) return;
    if (viewing.atEnd) {
      viewing.play(false);
      return;
    }
    timer = setTimeout(
      () => viewing.go(viewing.index + 1),
      1000 / viewing.speed,
    );
  });
}
