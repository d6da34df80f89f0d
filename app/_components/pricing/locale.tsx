"use client";

import { createContext, type ReactNode, useContext } from "react";

const LocaleContext = createContext("en");

/**
 * The language numbers and dates are written in. It is the language of the words around them, not the
 * browser's: "39,90" beside a sentence that says 39.90 would be read as two prices.
 */
export function LocaleProvider({ locale, children }: { locale: string; children: ReactNode }) {
  return <LocaleContext value={locale}>{children}</LocaleContext>;
}

/** The BCP 47 tag that everything on the page is formatted with. */
export function useLocale(): string {
  return useContext(LocaleContext);
}
