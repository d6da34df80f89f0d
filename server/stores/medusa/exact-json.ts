const TOKEN = /"(?:[^"\\]|\\.)*"|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/g;

/**
 * Parses JSON with every number as the text that was sent, because a binary fraction does not hold every decimal.
 * @throws SyntaxError
 */
export function parseExact(text: string): unknown {
  // A number in the place of a name would become a name.
  JSON.parse(text);
  return JSON.parse(text.replaceAll(TOKEN, (token) => (token.startsWith('"') ? token : `"${token}"`)));
}

/** Whether a number of that text survives a program that holds it as a binary fraction with 15 certain digits. */
export const isExactNumber = (text: string): boolean =>
  text
    .replace(/[eE].*$/, "")
    .replace(/^[-0.]*/, "")
    .replace(".", "").length <= 15;
