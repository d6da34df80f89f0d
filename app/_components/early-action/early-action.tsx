"use client";

import { useEffect, useLayoutEffect, useRef } from "react";
import type { EarlyAction, EarlyActionKeeper } from "./keep-early-action";

/** After so long a person no longer expects that what they did takes effect. */
const FORGOTTEN_MS = 5_000;

/**
 * Carries out what the person did before the page could act, once it can. Only the first action is carried out, and only if the
 * same entry is open still: what the document showed was meant by it, while a second press would act on an entry that nobody
 * has seen.
 */
export function EarlyActionReplay() {
  const missed = useRef<Missed | null>(null);
  useLayoutEffect(() => {
    const keeper = window.earlyAction;
    if (!keeper) return;
    keeper.stop();
    delete window.earlyAction;
    // React makes the page ready within the dispatch of a press that comes while it could; the same event then reaches the
    // page's own listeners, and must not be carried out a second time.
    const { action, openEntry } = keeper;
    if (action && action.event.eventPhase === Event.NONE) missed.current = { action, openEntry };
  }, []);
  useEffect(() => {
    const early = missed.current;
    missed.current = null;
    // The components around this one start to listen in the same commit.
    if (early) queueMicrotask(() => carryOut(early));
  }, []);
  return null;
}

interface Missed extends Pick<EarlyActionKeeper, "openEntry"> {
  readonly action: EarlyAction;
}

function carryOut({ action, openEntry }: Missed): void {
  const { event, target, typed } = action;
  if (performance.now() - event.timeStamp > FORGOTTEN_MS || !target.isConnected) return;
  if (openEntry() !== action.openEntry) return;
  if (event instanceof KeyboardEvent) {
    // What follows the palette's key is for the palette; where nothing took that key, it would act on the page.
    if (pressAgain(event, target).defaultPrevented) for (const press of typed) pressAgain(press, target);
  } else if (target instanceof HTMLElement) {
    target.click();
  }
}

function pressAgain(press: KeyboardEvent, target: Element): KeyboardEvent {
  const { key, code, shiftKey, ctrlKey, metaKey } = press;
  const keys = { key, code, shiftKey, ctrlKey, metaKey };
  const again = new KeyboardEvent("keydown", { ...keys, bubbles: true, cancelable: true });
  target.dispatchEvent(again);
  return again;
}
