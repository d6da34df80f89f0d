"use client";

import { ThemeProvider } from "next-themes";
import { NuqsAdapter } from "nuqs/adapters/next/app";
import type { ReactNode } from "react";
import { HotkeyProvider } from "@/app/_components/keyboard/hotkeys";
import { LocaleProvider } from "@/app/_components/pricing/locale";
import { Toaster } from "@/app/_components/ui/toast";
import { TooltipProvider } from "@/app/_components/ui/tooltip";

/** What every page needs around it: theme, address state, number notation, tooltips, keys and notices. */
export function Providers({ locale, children }: { locale: string; children: ReactNode }) {
  return (
    <ThemeProvider attribute="class" defaultTheme="system" enableSystem disableTransitionOnChange>
      <NuqsAdapter>
        <LocaleProvider locale={locale}>
          <TooltipProvider delayDuration={300}>
            <HotkeyProvider>{children}</HotkeyProvider>
          </TooltipProvider>
        </LocaleProvider>
      </NuqsAdapter>
      <Toaster />
    </ThemeProvider>
  );
}
