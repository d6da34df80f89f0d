"use client";

import type { ReactNode } from "react";
import { PageHeader } from "@/app/_components/ui/page-header";
import { PageLinks } from "@/app/_components/ui/page-links";
import { useSettingsPages } from "../_frame/settings-pages";

/** The settings pages the reader may open, and the one that is open. */
export function SettingsFrame({ children }: { children: ReactNode }) {
  return (
    <>
      <PageHeader title="Settings" className="max-md:border-b-0 max-md:pb-0" />
      <div className="flex max-md:flex-col">
        <PageLinks
          label="Settings"
          groups={useSettingsPages()}
          className="w-[200px] shrink-0 p-5 pr-0 max-md:w-auto max-md:px-4 max-md:py-0"
        />
        <div className="min-w-0 max-w-5xl grow p-5 max-md:p-4">{children}</div>
      </div>
    </>
  );
}
