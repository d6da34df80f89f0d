/** One key of a page: what it does in words, and the doing of it. */
export type Hotkey = { label: string; run: () => void };

/** Keys by name: a letter in lower case, "?", "Enter", "ArrowDown". */
export type HotkeyMap = Readonly<Record<string, Hotkey>>;
