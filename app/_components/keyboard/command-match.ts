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
