/** How the samples read an action, which is one field of several. */

/** Returns the field `name` of a oneof; undefined if another one is set. */
export function field(oneof, name) {
  return oneof?.case === name ? oneof.value : undefined;
}

/** Returns the field `name` of an action in the words of its game. */
export function part(action, name) {
  return field(action.game.value.kind, name);
}
