"use client";

import type { PageGroup } from "@/app/_components/ui/page-links";
import { useWorkspace } from "@/app/_session/workspace";
import type { Permission } from "@/server/domain/permissions";

/** The settings pages by group, in order, with the permission that opens each. */
const GROUPS: readonly {
  readonly title: string;
  readonly pages: readonly (readonly [page: string, label: string, permission: Permission])[];
}[] = [
  {
    title: "Shop",
    pages: [
      ["workspace", "Workspace", "workspace:read"],
      ["integrations", "Integrations", "settings:integrations"],
      ["plan", "Plan", "workspace:read"],
    ],
  },
  {
    title: "Decisions",
    pages: [
      ["lanes", "Lanes", "recommendations:read"],
      ["schedules", "Schedules", "schedules:read"],
      ["freezes", "Freezes", "schedules:read"],
    ],
  },
  {
    title: "People",
    pages: [
      ["members", "Members", "settings:members"],
      ["notifications", "Notifications", "workspace:read"],
      ["mails", "Mails", "settings:workspace"],
      ["support", "Support", "settings:workspace"],
    ],
  },
  {
    title: "Access from outside",
    pages: [
      ["keys", "API keys", "settings:tokens"],
      ["grants", "Applications", "workspace:read"],
      ["webhooks", "Webhooks", "webhooks:read"],
    ],
  },
  {
    title: "Records",
    pages: [
      ["audit", "Audit log", "settings:read"],
      ["deletion", "Deletion", "settings:workspace"],
    ],
  },
];

/** Returns the settings pages the reader may open, by group; the side list and the search use the same. */
export function useSettingsPages(): PageGroup[] {
  const { href, may } = useWorkspace();
  return GROUPS.map(({ title, pages }) => ({
    title,
    pages: pages
      .filter(([, , permission]) => may(permission))
      .map(([page, label]) => ({ href: href(`/settings/${page}`), label })),
  })).filter(({ pages }) => pages.length > 0);
}
