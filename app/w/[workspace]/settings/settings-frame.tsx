"use client";

import type { ReactNode } from "react";
import { PageHeader } from "@/app/_components/ui/page-header";
import { TabLinks } from "@/app/_components/ui/tab-links";
import { useSettingsPages } from "../_frame/nav-items";

/** The settings pages the reader may open, and the one that is open. */
export function SettingsFrame({ children }: { children: ReactNode }) {
  return (
    <>
      <PageHeader title="Settings" className="border-b-0 pb-0" />
      <TabLinks label="Settings" items={useSettingsPages()} className="px-5 max-md:px-4" />
      <div className="max-w-5xl p-5 max-md:p-4">{children}</div>
    </>
  );
}
