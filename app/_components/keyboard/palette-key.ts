/** What the document's script hears for the palette. */
interface PaletteKey {
  /** What was typed since the palette was asked for, until it takes it; null if it is not awaited. */
  typed: string | null;
  /** Runs when the palette's key is pressed. */
  onPress: () => void;
  /** Runs when the palette is not wanted any more before it has come. */
  onCancel: () => void;
}

declare global {
  interface Window {
    paletteKey?: PaletteKey;
  }
}

/**
 * Runs in the document before anything else: the palette's key, ⌘K or Ctrl K, is heard from the first paint on. What is
 * typed after it is for the palette, however late its code arrives, and no key of the page.
 */
function hearPaletteKey(): void {
  const heard: PaletteKey = { typed: null, onPress: () => undefined, onCancel: () => undefined };
  function onKeyDown(event: KeyboardEvent) {
    const { key, altKey, shiftKey } = event;
    const isModified = event.ctrlKey || event.metaKey;
    if (isModified && !altKey && !shiftKey && key.toLowerCase() === "k") {
      if (!document.querySelector('[aria-keyshortcuts~="Control+K"]')) return;
      heard.typed ??= "";
      heard.onPress();
    } else if (heard.typed === null || isModified || altKey || event.isComposing) return;
    else if (key === "Escape") {
      heard.typed = null;
      heard.onCancel();
    } else if (key === "Backspace") heard.typed = heard.typed.slice(0, -1);
    else if (key.length === 1) heard.typed += key;
    else if (key !== "Enter") return;
    event.preventDefault();
  }
  addEventListener("keydown", onKeyDown, true);
  window.paletteKey = heard;
}

/** The text of that script. */
export const HEAR_PALETTE_KEY = `(${hearPaletteKey.toString()})()`;
