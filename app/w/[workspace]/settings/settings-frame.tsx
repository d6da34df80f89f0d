"use client";

import { usePathname } from "next/navigation";
import type { ReactNode } from "react";
import { PageHeader } from "@/app/_components/ui/page-header";
import { PageLinks } from "@/app/_components/ui/page-links";
import { useWorkspace } from "@/app/_session/workspace";
import { settingsPageAt, useSettingsPages } from "../_frame/settings-pages";

/** A settings page under its name, beside the list of them; on a phone the list is a page of its own, one step back. */
export function SettingsFrame({ children }: { children: ReactNode }) {
  const { href } = useWorkspace();
  const groups = useSettingsPages();
  const page = settingsPageAt(usePathname());
  if (page === null)
    return (
      <>
        <PageHeader title="Settings" />
        {children}
      </>
    );
  return (
    <>
      <PageHeader
        title={page.label}
        meta={<span className="max-md:hidden">{page.purpose}</span>}
        back={{ href: href("/settings"), label: "Settings", onPhoneOnly: true }}
      />
      <div className="flex">
        <PageLinks label="Settings" groups={groups} className="w-[200px] shrink-0 p-5 pr-0 max-md:hidden" />
        <div className="min-w-0 max-w-5xl grow p-5 max-md:p-4">{children}</div>
      </div>
    </>
  );
}
