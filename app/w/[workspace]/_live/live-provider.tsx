"use client";

import {
  createContext,
  type ReactNode,
  useCallback,
  useContext,
  useEffect,
  useMemo,
  useRef,
  useState,
} from "react";
import { useWorkspace } from "@/app/_session/workspace";
import type { Change } from "@/server/domain/changes/change";
import { collectChanges } from "./collect-changes";
import { openSharedStream } from "./shared-stream";
import { useRefreshChanged } from "./use-refresh-changed";

/**
 * A page that shows few data polls as often as this while changes are reported: only a missed report is found by it.
 */
const RARE_INTERVAL_MS = 180_000;
/** Changes within this time are read together. */
const COLLECT_MS = 1_000;

type Listener = (changes: readonly Change[]) => void;

interface Live {
  readonly isLive: boolean;
  readonly listen: (listener: Listener) => () => void;
}

const LiveContext = createContext<Live | null>(null);

function useLive(): Live {
  const live = useContext(LiveContext);
  if (!live) throw new Error("useLive needs a LiveProvider above it");
  return live;
}

/**
 * Follows the open workspace's changes and reads again what the pages below show of them. A visitor's pages of the demo
 * poll: a stranger may hold no connection open.
 */
export function LiveProvider(props: { children: ReactNode }) {
  const { id, reader, demoEndsAt } = useWorkspace();
  const follows = demoEndsAt === undefined;
  const [isLive, setLive] = useState(false);
  const [listeners] = useState(() => new Set<Listener>());
  const refresh = useRefreshChanged();
  useEffect(() => {
    if (!follows) return;
    const collector = collectChanges(COLLECT_MS, (changes) => {
      refresh(changes);
      for (const listener of listeners) listener(changes);
    });
    const close = openSharedStream(`/api/files/${id}/changes`, `changes ${id} ${reader}`, {
      changed: collector.add,
      live: setLive,
    });
    return () => {
      close();
      collector.close();
    };
  }, [id, reader, follows, refresh, listeners]);
  const listen = useCallback(
    (listener: Listener) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    [listeners],
  );
  const live = useMemo(() => ({ isLive, listen }), [isLive, listen]);
  return <LiveContext value={live}>{props.children}</LiveContext>;
}

/** Calls `listener` with the changes of the workspace, at most once a second. */
export function useChanges(listener: Listener): void {
  const { listen } = useLive();
  const newest = useRef(listener);
  useEffect(() => {
    newest.current = listener;
  });
  useEffect(() => listen((changes) => newest.current(changes)), [listen]);
}

/** Whether changes are reported to the page. */
export const useIsLive = (): boolean => useLive().isLive;

/** Returns how often a page polls, in milliseconds: as often as `ms`, but rarely while changes are reported. */
export function usePollInterval(ms: number): number {
  return useLive().isLive ? RARE_INTERVAL_MS : ms;
}
