// Patches of JSON: a document leaves out what has not changed.
// @ts-check

/**
 * A value with a patch applied, as arena/viewer/json_patch.h describes it. The
 * new value shares all unchanged parts with the old value, which stays as it
 * is.
 * @param {any} value
 * @param {any} patch
 * @returns {any}
 */
export function patched(value, patch) {
  if (!isObject(patch)) return patch;
  if (Array.isArray(value)) {
    const array = value.slice(0, patch.length ?? value.length);
    for (const [index, change] of Object.entries(patch)) {
      if (index === "length") continue;
      array[Number(index)] = patched(array[Number(index)], change);
    }
    return array;
  }
  const object = isObject(value) ? { ...value } : {};
  for (const [name, change] of Object.entries(patch)) {
    if (change === null) {
      delete object[name];
    } else {
      object[name] = patched(object[name], change);
    }
  }
  return object;
}

/** @param {any} value */
function isObject(value) {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
