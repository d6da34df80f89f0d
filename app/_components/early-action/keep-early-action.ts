/** What the person did first on a page whose scripts had not run yet. */
export interface EarlyAction {
  readonly event: MouseEvent | KeyboardEvent;
  readonly target: Element;
}

/** Where the script of the document leaves the action for the page. */
export interface EarlyActionKeeper {
  readonly action: EarlyAction | null;
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
 */
function keepEarlyAction(): void {
  const keeper: { action: EarlyAction | null; stop: () => void } = { action: null, stop };
  const isSingleKey = (event: KeyboardEvent) =>
    event.key.length === 1 && event.key !== " " && !event.ctrlKey && !event.metaKey && !event.altKey;
  const keep = (event: Event) => {
    const target = event.target instanceof Element ? event.target : null;
    if (!target || keeper.action) return;
    if (event instanceof KeyboardEvent) {
      if (isSingleKey(event)) keeper.action = { event, target };
      return;
    }
    const button = target.closest('button:not([type="submit"])');
    if (button && event instanceof MouseEvent) keeper.action = { event, target: button };
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
