/** What the person did first on a page whose scripts had not run yet. */
export interface EarlyAction {
  readonly event: MouseEvent | KeyboardEvent;
  readonly target: Element;
  /** The id of the entry that was open in the document; null if none was. */
  readonly openEntry: string | null;
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
 * A press before the document was seen is not kept: it was made on the page before.
 */
function keepEarlyAction(): void {
  const seenAfterMs = 100;
  const openEntry = () =>
    document.querySelector('[data-entry]:has([aria-current="true"])')?.getAttribute("data-entry") ?? null;
  const keeper: { action: EarlyAction | null; openEntry: () => string | null; stop: () => void } = {
    action: null,
    openEntry,
    stop,
  };
  const isSingleKey = (event: KeyboardEvent) =>
    event.key.length === 1 && event.key !== " " && !event.ctrlKey && !event.metaKey && !event.altKey;
  const isSeen = (event: Event) => {
    const [painted] = performance.getEntriesByName("first-contentful-paint");
    return painted !== undefined && event.timeStamp - painted.startTime > seenAfterMs;
  };
  const keep = (event: Event) => {
    const target = event.target instanceof Element ? event.target : null;
    if (!target || keeper.action || !isSeen(event)) return;
    if (event instanceof KeyboardEvent) {
      if (isSingleKey(event)) keeper.action = { event, target, openEntry: openEntry() };
      return;
    }
    const button = target.closest('button:not([type="submit"])');
    if (button && event instanceof MouseEvent)
      keeper.action = { event, target: button, openEntry: openEntry() };
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
