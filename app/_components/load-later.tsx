"use client";

import {
  type ComponentType,
  createContext,
  type LazyExoticComponent,
  lazy,
  Suspense,
  useContext,
  useEffect,
  useMemo,
  useState,
} from "react";
import { notify } from "./ui/toast";
import { whenUsed } from "./when-used";

const RETRY_MS = 2_000;

/**
 * Returns a component whose code is not part of the page's first load: it is loaded when the reader first moves, touches or
 * types, so that it is there when it is needed, also if the service does not answer then. Nothing is drawn until it
 * has arrived. If it cannot be loaded, a notice says so, and it is asked for again until it is there.
 * @param load imports the component
 */
export function loadLater<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
): ComponentType<Props> {
  const attempt = (): LazyExoticComponent<ComponentType<Props>> =>
    lazy(async () => {
      try {
        return { default: await load() };
      } catch {
        // A component that failed once is kept as failed by React.
        latest = attempt();
        return { default: NotLoaded };
      }
    });
  let latest = attempt();
  // A failure is of no interest here; what needs the component tries again.
  if (typeof window !== "undefined") whenUsed(() => void load().catch(() => undefined));
  return function LoadedLater(props: Props) {
    const [{ Loaded, failures }, setLoaded] = useState({ Loaded: latest, failures: 0 });
    const retry = useMemo(
      () => ({ failures, again: () => setLoaded({ Loaded: latest, failures: failures + 1 }) }),
      [failures],
    );
    return (
      <RetryContext value={retry}>
        <Suspense>
          <Loaded {...props} />
        </Suspense>
      </RetryContext>
    );
  };
}

const RetryContext = createContext({ failures: 0, again: () => {} });

/** Stands in the place of what could not be loaded. */
function NotLoaded() {
  const { failures, again } = useContext(RetryContext);
  useEffect(() => {
    if (failures === 0)
      notify({
        title: "A part of this page could not be loaded",
        detail: "It appears as soon as the service answers.",
        tone: "bad",
      });
    const retry = setTimeout(again, RETRY_MS);
    return () => clearTimeout(retry);
  }, [failures, again]);
  return null;
}
