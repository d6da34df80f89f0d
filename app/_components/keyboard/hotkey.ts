/** The action of one key and its label; `repeats` if it goes on while the key is held down, as a move does. */
export type Hotkey = { label: string; run: () => void; repeats?: true };

/** Keys by name: a letter in lower case, "?", "Enter", "ArrowDown". */
export type HotkeyMap = Readonly<Record<string, Hotkey>>;
