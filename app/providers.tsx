"use client";

import { ThemeProvider } from "next-themes";
import { NuqsAdapter } from "nuqs/adapters/next/app";
import type { ReactNode } from "react";
import { HotkeyProvider } from "@/app/_components/keyboard/hotkeys";
import { DocumentTime } from "@/app/_components/pricing/clock";
import { LocaleProvider } from "@/app/_components/pricing/locale";
import { Toaster } from "@/app/_components/ui/toast";

/**
 * The providers around every page: theme, address state, locale, keys and notices.
 * @param props.madeAtMs when the document was made, in milliseconds
 * @param props.nonce the nonce of the page's scripts, which the content security policy requires
 */
export function Providers(props: {
  locale: string;
  madeAtMs: number;
  nonce: string | null;
  children: ReactNode;
}) {
  const { locale, madeAtMs, nonce, children } = props;
  return (
    <ThemeProvider
      attribute="class"
      defaultTheme="system"
      enableSystem
      disableTransitionOnChange
      {...(nonce === null ? {} : { nonce })}
    >
      <NuqsAdapter>
        <LocaleProvider locale={locale}>
          <DocumentTime value={madeAtMs}>
            <HotkeyProvider>{children}</HotkeyProvider>
          </DocumentTime>
        </LocaleProvider>
      </NuqsAdapter>
      <Toaster />
    </ThemeProvider>
  );
}
