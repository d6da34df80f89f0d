/** What the person did first on a page whose scripts had not run yet. */
export interface EarlyAction {
  readonly event: MouseEvent | KeyboardEvent;
  readonly target: Element;
  /** The id of the entry that was open in the document; null if none was. */
  readonly openEntry: string | null;
  /** The keys that followed the one that opens the palette: they were typed into it. */
  readonly typed: readonly KeyboardEvent[];
}

/** Where the script of the document leaves the action for the page. */
export interface EarlyActionKeeper {
  readonly action: EarlyAction | null;
  /** Returns the id of the entry that is open now. */
  readonly openEntry: () => string | null;
  /** Ends the keeping; the page listens by itself from now on. */
  readonly stop: () => void;
}

declare global {
  interface Window {
    earlyAction?: EarlyActionKeeper;
  }
}

/**
 * Runs in the document before anything else. It keeps the first click on a button and the first press of a single key, which
 * would be lost because the document is shown before the page can act on them. Links and forms work by themselves.
 * A press before the document was seen is not kept: it was made on the page before. The key of the palette is, with what is
 * typed after it, since it changes nothing on any page.
 */
function keepEarlyAction(): void {
  const seenAfterMs = 100;
  const mostTyped = 200;
  const openEntry = () =>
    document.querySelector('[data-entry]:has([aria-current="true"])')?.getAttribute("data-entry") ?? null;
  const typed: KeyboardEvent[] = [];
  const keeper: { action: EarlyAction | null; openEntry: () => string | null; stop: () => void } = {
    action: null,
    openEntry,
    stop,
  };
  let opensPalette = false;
  const isCharacter = (event: KeyboardEvent) =>
    event.key.length === 1 && !event.ctrlKey && !event.metaKey && !event.altKey;
  const isPaletteKey = (event: KeyboardEvent) =>
    event.key.toLowerCase() === "k" &&
    (event.ctrlKey || event.metaKey) &&
    !event.altKey &&
    !event.shiftKey &&
    document.querySelector('[aria-keyshortcuts~="Control+K"]') !== null;
  const isSeen = (event: Event) => {
    const [painted] = performance.getEntriesByName("first-contentful-paint");
    return painted !== undefined && event.timeStamp - painted.startTime > seenAfterMs;
  };
  const keepPress = (event: KeyboardEvent, target: Element) => {
    opensPalette = isPaletteKey(event);
    if (!opensPalette && (event.key === " " || !isCharacter(event) || !isSeen(event))) return;
    // The browser has a use of its own for the palette's key.
    if (opensPalette) event.preventDefault();
    keeper.action = { event, target, openEntry: openEntry(), typed };
  };
  const keep = (event: Event) => {
    const target = event.target instanceof Element ? event.target : null;
    if (event instanceof KeyboardEvent && opensPalette) {
      if (!isCharacter(event) && event.key !== "Backspace") return;
      event.preventDefault();
      if (typed.length < mostTyped) typed.push(event);
      return;
    }
    if (!target || keeper.action) return;
    if (event instanceof KeyboardEvent) {
      keepPress(event, target);
      return;
    }
    const button = target.closest('button:not([type="submit"])');
    if (button && event instanceof MouseEvent && isSeen(event))
      keeper.action = { event, target: button, openEntry: openEntry(), typed };
  };
  function stop(): void {
    document.removeEventListener("click", keep, true);
    document.removeEventListener("keydown", keep, true);
  }
  document.addEventListener("click", keep, true);
  document.addEventListener("keydown", keep, true);
  window.earlyAction = keeper;
}

/** The text of that script. */
export const KEEP_EARLY_ACTION = `(${keepEarlyAction.toString()})()`;
