/** The characters that files part their cells by. */
export const DELIMITERS = [",", ";", "\t", "|"] as const;
export type Delimiter = (typeof DELIMITERS)[number];

/** Returns the first row of a text, with the line ends inside quotes. */
function firstRow(text: string): string {
  let quoted = false;
  let blank = true;
  for (let i = 0; i < text.length; i++) {
    const character = text.charAt(i);
    if (character === '"') quoted = !quoted;
    else if (!quoted && !blank && (character === "\n" || character === "\r")) return text.slice(0, i);
    blank &&= character.trim() === "";
  }
  return text;
}

/**
 * Returns the character that parts the names in the header row: the most frequent one outside quotes. A header of one
 * name is taken as parted by commas.
 * @param start the file's beginning
 */
export function delimiterOf(start: string): Delimiter {
  const names = firstRow(start).replace(/"[^"]*"/g, "");
  const [best] = DELIMITERS.map((delimiter) => ({
    delimiter,
    count: names.split(delimiter).length - 1,
  })).sort((a, b) => b.count - a.count);
  return best && best.count > 0 ? best.delimiter : ",";
}
