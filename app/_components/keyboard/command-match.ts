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
  const wanted = query.trim().toLowerCase();
  if (wanted === "") return [...commands];
  const words = wanted.split(/\s+/);
  const matching = commands.filter((command) => {
    const text = `${command.label} ${command.detail ?? ""} ${command.group}`.toLowerCase();
    return words.every((word) => text.includes(word));
  });
  const begins = (command: Command) => command.label.toLowerCase().startsWith(wanted);
  return [...matching.filter(begins), ...matching.filter((command) => !begins(command))];
}
