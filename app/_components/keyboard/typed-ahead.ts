/** What was typed before the field that is to take it was there. */
export interface TypedAhead {
  /** Ends the listening, and returns what was typed; the same text when it is called again. */
  readonly take: () => string;
}

/**
 * Listens to what is typed into no field, and keeps it away from the page's own keys: a search that opens takes the letters
 * that follow its key, however late its code arrives.
 * @param onEscape runs when Escape is pressed instead
 */
export function listenAhead(onEscape: () => void): TypedAhead {
  let text = "";
  function onKeyDown(event: KeyboardEvent) {
    if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return;
    if (event.key === "Escape") onEscape();
    else if (event.key === "Backspace") text = text.slice(0, -1);
    else if (event.key.length === 1) text += event.key;
    else if (event.key !== "Enter") return;
    event.preventDefault();
    event.stopImmediatePropagation();
  }
  window.addEventListener("keydown", onKeyDown, true);
  return {
    take() {
      window.removeEventListener("keydown", onKeyDown, true);
      return text;
    },
  };
}
