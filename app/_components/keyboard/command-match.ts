/** Something the palette offers: a page to go to, or an action of the page behind it. */
export type Command = {
  id: string;
  label: string;
  group: string;
  detail?: string;
  hotkey?: string;
  run: () => void;
};

/**
 * The commands that hold every word of the query, in any order and letter case; those whose label begins
 * with the query come first, otherwise the given order stays. An empty query matches all.
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
