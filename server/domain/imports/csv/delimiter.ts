/** The characters that files part their cells by. */
export const DELIMITERS = [",", ";", "\t", "|"] as const;
export type Delimiter = (typeof DELIMITERS)[number];

/** The line by which some programs name the delimiter to Excel: `sep=;`, with or without quotes around it. */
const SEPARATOR_LINE = /^("?)sep=([,;\t|])\1 *(?:\r\n|\n|\r|$)/i;

/** Returns the delimiter that the first line of a file names, with the line's length, or null where it names none. */
export function separatorLine(
  start: string,
): { readonly delimiter: Delimiter; readonly length: number } | null {
  const [line, , named] = SEPARATOR_LINE.exec(start) ?? [];
  const delimiter = DELIMITERS.find((each) => each === named);
  return line === undefined || delimiter === undefined ? null : { delimiter, length: line.length };
}
