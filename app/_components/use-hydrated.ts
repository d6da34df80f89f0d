"use client";

import { useSyncExternalStore } from "react";

const never = () => () => {};

/**
 * False until React has hydrated the page. Before that the browser would submit a form by itself, with the fields in
 * the address, and a click on a button would be lost.
 */
export const useHydrated = (): boolean =>
  useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
