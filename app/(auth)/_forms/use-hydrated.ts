"use client";

import { useSyncExternalStore } from "react";

const never = () => () => {};

/**
 * False until the page's scripts run. A form that needs them is not sent before: the browser would send it by itself,
 * and what was typed would stand in the address.
 */
export const useHydrated = (): boolean =>
  useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
