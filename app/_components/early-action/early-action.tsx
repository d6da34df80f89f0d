"use client";

import { useEffect } from "react";
import type { EarlyAction } from "./keep-early-action";

/** After so long a person no longer expects that what they did takes effect. */
const FORGOTTEN_MS = 5_000;

/**
 * Carries out what the person did before the page could act, once it can. Only the first action is carried out: what the
 * document showed was meant by it, while a second press would act on an entry that nobody has seen.
 */
export function EarlyActionReplay() {
  useEffect(() => {
    const keeper = window.earlyAction;
    if (!keeper) return;
    keeper.stop();
    delete window.earlyAction;
    if (!keeper.action) return;
    const { action } = keeper;
    // The components around this one start to listen in the same commit.
    queueMicrotask(() => carryOut(action));
  }, []);
  return null;
}

function carryOut({ event, target }: EarlyAction): void {
  if (performance.now() - event.timeStamp > FORGOTTEN_MS || !target.isConnected) return;
  if (event instanceof KeyboardEvent) {
    const { key, code, shiftKey } = event;
    target.dispatchEvent(
      new KeyboardEvent("keydown", { key, code, shiftKey, bubbles: true, cancelable: true }),
    );
  } else if (target instanceof HTMLElement) {
    target.click();
  }
}
