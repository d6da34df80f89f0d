"use client";

import { useSyncExternalStore } from "react";

/** From this width on form and JSON stand side by side. */
const WIDE = "(min-width: 96rem)";

/** Returns whether the screen has room for form and JSON side by side; false while the page is drawn on the server. */
export const useWideScreen = (): boolean =>
  useSyncExternalStore(
    (listener) => {
      const query = window.matchMedia(WIDE);
      query.addEventListener("change", listener);
      return () => query.removeEventListener("change", listener);
    },
    () => window.matchMedia(WIDE).matches,
    () => false,
  );
