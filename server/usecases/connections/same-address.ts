/**
 * Returns whether two texts are one store address: case of scheme and host, the default port and slashes at the end
 * make no difference.
 */
export const isSameAddress = (one: string, other: string): boolean =>
  plainAddress(one) === plainAddress(other);

const plainAddress = (text: string): string =>
  (URL.canParse(text) ? new URL(text).href : text).replace(/\/+$/, "");
