"use client";

import { createContext, type ReactNode, useContext } from "react";

const LocaleContext = createContext("en");

/**
 * Sets the locale of numbers and dates. It is the language of the text around them, not the browser's: "39,90" beside
 * a sentence that contains 39.90 would be read as two prices.
 */
export function LocaleProvider({ locale, children }: { locale: string; children: ReactNode }) {
  return <LocaleContext value={locale}>{children}</LocaleContext>;
}

/** Returns the BCP 47 tag of the locale that numbers and dates are formatted in. */
export function useLocale(): string {
  return useContext(LocaleContext);
}
