/** A page that the palette opens. */
export type Destination = { href: string; label: string; group?: string; detail?: string };

/** Returns the id of the command that opens a destination: two may lead to one address by names of their own. */
export const destinationId = ({ href, label }: Destination): string => `page ${href} ${label}`;

/** Finds destinations among the data of the open workspace; an empty text asks for what is new. */
export type FindData = (text: string) => Promise<readonly Destination[]>;

/** A command of the palette: a page to open, or an action of the current page. */
export type Command = {
  id: string;
  label: string;
  group: string;
  detail?: string;
  hotkey?: string;
  run: () => void;
};

/**
 * Returns the commands that contain every word of the query, in any order and letter case. Commands whose label
 * begins with the query come first; otherwise the input's order is kept. An empty query matches all.
 */
export function matchCommands(commands: readonly Command[], query: string): Command[] {
  const normalizedQuery = query.trim().toLowerCase();
  if (normalizedQuery === "") return [...commands];
  const label = normalizedQuery.split(/\s+/);
  const matching = commands.filter((command) => {
    const text = `${command.label} ${command.detail ?? ""} ${command.group}`.toLowerCase();
    return label.every((word) => text.includes(word));
  });
  const begins = (command: Command) => command.label.toLowerCase().startsWith(normalizedQuery);
  return [...matching.filter(begins), ...matching.filter((command) => !begins(command))];
}

/** What was found for a text among the data, which may be an earlier text than the one that is typed by now. */
export type FoundCommands = { readonly text: string; readonly commands: readonly Command[] };

/**
 * Orders what the palette shows: commands that are there at once before those that had to be asked for, so that nothing
 * moves under a reader's finger. Of an answer to an earlier text only what contains the present one is kept.
 */
export function paletteCommands(
  commands: readonly Command[],
  found: FoundCommands,
  query: string,
): Command[] {
  const known = matchCommands(commands, query);
  const data = found.text === query ? found.commands : matchCommands(found.commands, query);
  const ids = new Set(known.map(({ id }) => id));
  return [...known, ...data.filter(({ id }) => !ids.has(id))];
}
