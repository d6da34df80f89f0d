/** At most so many names are listed in a text. */
const NAMED = 3;

/** Returns names as a text: "bravo", "bravo and charlie", "bravo, charlie and 3 more". */
export function namesText(names: readonly string[]): string {
  const shown =
    names.length > NAMED ? [...names.slice(0, NAMED - 1), `${names.length - NAMED + 1} more`] : names;
  const last = shown.at(-1) ?? "";
  return shown.length < 2 ? last : `${shown.slice(0, -1).join(", ")} and ${last}`;
}
