/** What the script of the document keeps for the palette, until the page's own scripts run. */
interface EarlyPalette {
  /** What was typed after the palette's key; null if that was not pressed. */
  typed: string | null;
  /** Ends the keeping. */
  readonly stop: () => void;
}

declare global {
  interface Window {
    earlyPalette?: EarlyPalette;
  }
}

/** Whether a press is the one that opens the palette: ⌘K or Ctrl K. Uses nothing around it, as the document's script contains it. */
export function isPaletteKey(event: KeyboardEvent): boolean {
  const { key, ctrlKey, metaKey, altKey, shiftKey } = event;
  return key.toLowerCase() === "k" && (ctrlKey || metaKey) && !altKey && !shiftKey;
}

/**
 * Runs in the document before anything else: the palette's key is heard from the first paint on, with what is typed after it.
 * Nothing else that is pressed on a page before it is ready has an effect.
 */
function keepPaletteKey(isOpening: typeof isPaletteKey): void {
  const kept: EarlyPalette = { typed: null, stop: () => removeEventListener("keydown", keep, true) };
  function keep(event: KeyboardEvent) {
    const { key, ctrlKey, metaKey, altKey } = event;
    if (isOpening(event)) {
      if (!document.querySelector('[aria-keyshortcuts~="Control+K"]')) return;
      kept.typed ??= "";
    } else if (kept.typed === null || ctrlKey || metaKey || altKey) return;
    else if (key === "Backspace") kept.typed = kept.typed.slice(0, -1);
    else if (key.length === 1) kept.typed += key;
    else return;
    event.preventDefault();
  }
  addEventListener("keydown", keep, true);
  window.earlyPalette = kept;
}

/** The text of that script. */
export const KEEP_PALETTE_KEY = `(${keepPaletteKey.toString()})(${isPaletteKey.toString()})`;

/** Whether the palette's key was pressed before the page was ready; if not, the document's script ends. */
export function wasOpenedEarly(): boolean {
  const kept = window.earlyPalette;
  if (kept?.typed != null) return true;
  kept?.stop();
  return false;
}

/** Returns what was typed before the palette could take it, once, and ends the document's script. */
export function takeTypedEarly(): string {
  const kept = window.earlyPalette;
  const typed = kept?.typed ?? "";
  kept?.stop();
  delete window.earlyPalette;
  return typed;
}
