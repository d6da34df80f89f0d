/** The action of one key and its label. */
export type Hotkey = { label: string; run: () => void };

/** Keys by name: a letter in lower case, "?", "Enter", "ArrowDown". */
export type HotkeyMap = Readonly<Record<string, Hotkey>>;
