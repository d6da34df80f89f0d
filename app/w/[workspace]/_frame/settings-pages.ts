"use client";

import { useWorkspace } from "@/app/_session/workspace";
import type { Permission } from "@/server/domain/permissions";

type PageEntry = readonly [page: string, label: string, permission: Permission, purpose: string];

/** The settings pages by group, in order, each with the permission that opens it and what it is for. */
const GROUPS: readonly { readonly title: string; readonly pages: readonly PageEntry[] }[] = [
  {
    title: "Shop",
    pages: [
      ["workspace", "Workspace", "workspace:read", "Name, currency and VAT, time zone, page checks"],
      [
        "integrations",
        "Integrations",
        "settings:integrations",
        "The store that prices are read from and written to",
      ],
      ["plan", "Plan", "workspace:read", "What the plan includes, and how much of it is used"],
    ],
  },
  {
    title: "Automation",
    pages: [
      [
        "lanes",
        "Auto-approval rules",
        "recommendations:read",
        "Which price changes are decided without a person",
      ],
      ["schedules", "Schedules", "schedules:read", "When syncs, page checks and runs start by themselves"],
      ["freezes", "Freezes", "schedules:read", "Times in which no price is written to the store"],
    ],
  },
  {
    title: "People",
    pages: [
      ["members", "Members", "settings:members", "Who works here, in which role, and who is invited"],
      ["notifications", "Notifications", "workspace:read", "What you get mails about"],
      ["mails", "Mails", "settings:workspace", "The mails that were sent, and those that could not be"],
      ["support", "Support", "settings:workspace", "Letting Pricecheck support look for an hour"],
    ],
  },
  {
    title: "Developers",
    pages: [
      ["keys", "API keys", "settings:tokens", "Keys for scripts, each with its scopes"],
      ["grants", "Applications", "workspace:read", "Applications that act for a person, such as agents"],
      ["webhooks", "Webhooks", "webhooks:read", "Events sent to your own address"],
    ],
  },
  {
    title: "Records",
    pages: [
      ["audit", "Audit log", "settings:read", "Who changed what, and whether the log is intact"],
      [
        "deletion",
        "Deletion",
        "settings:workspace",
        "Ending the workspace, with thirty days to change your mind",
      ],
    ],
  },
];

export type SettingsPage = { readonly href: string; readonly label: string; readonly purpose: string };
export type SettingsGroup = { readonly title: string; readonly pages: readonly SettingsPage[] };

/** Returns the settings pages the reader may open, by group; the lists and the search use the same. */
export function useSettingsPages(): SettingsGroup[] {
  const { href, may } = useWorkspace();
  return GROUPS.map(({ title, pages }) => ({
    title,
    pages: pages
      .filter(([, , permission]) => may(permission))
      .map(([page, label, , purpose]) => ({ href: href(`/settings/${page}`), label, purpose })),
  })).filter(({ pages }) => pages.length > 0);
}

/** Returns the page at a path or above it, whoever may open it; null for the list of the pages. */
export function settingsPageAt(
  pathname: string,
): { readonly label: string; readonly purpose: string } | null {
  const name = /\/settings\/([^/]+)/.exec(pathname)?.[1];
  const entry = GROUPS.flatMap(({ pages }) => pages).find(([page]) => page === name);
  return entry ? { label: entry[1], purpose: entry[3] } : null;
}
