"use client";

import { useQuery } from "@tanstack/react-query";
import {
  BarChart3,
  Bell,
  CheckCheck,
  LayoutDashboard,
  ListChecks,
  Package,
  Play,
  Scale,
  Settings,
} from "lucide-react";
import type { Destination } from "@/app/_components/keyboard/command-match";
import type { NavItem } from "@/app/_components/shell/navigation";
import { useWorkspace } from "@/app/_session/workspace";
import { useTRPC } from "@/app/_trpc/client";
import { usePollInterval } from "../_live/live-provider";
import { useSettingsPages } from "./settings-pages";

const RELOAD_INTERVAL_MS = 30_000;
const ITEMS_INTERVAL_MS = 60_000;

/**
 * Returns the counts for the navigation, reloaded every half minute while the page is visible, and rarely while changes
 * are reported.
 */
export function useSummary() {
  const trpc = useTRPC();
  const refetchInterval = usePollInterval(RELOAD_INTERVAL_MS);
  return useQuery({ ...trpc.workspace.summary.queryOptions({}), refetchInterval }).data;
}

/** Returns the size of the catalog. It changes with imports and syncs only, so live changes do not reload it. */
export function useItemCount(): number | undefined {
  const options = useTRPC().workspace.itemCount.queryOptions({});
  return useQuery({ ...options, refetchInterval: ITEMS_INTERVAL_MS, staleTime: ITEMS_INTERVAL_MS }).data
    ?.items;
}

/** Returns the pages of the workspace in the order of the navigation. */
export function useNavItems(): NavItem[] {
  const { href, may } = useWorkspace();
  const counted = useSummary();
  const itemCount = useItemCount();
  return [
    { href: href(), label: "Overview", icon: <LayoutDashboard aria-hidden />, phone: true },
    {
      href: href("/approvals"),
      label: "Approvals",
      icon: <CheckCheck aria-hidden />,
      phone: true,
      count: counted?.waiting,
      countLabel: "waiting",
    },
    {
      href: href("/recommendations"),
      label: "Recommendations",
      icon: <ListChecks aria-hidden />,
      count: counted?.new_recommendations,
      countLabel: "new",
    },
    {
      href: href("/alerts"),
      label: "Alerts",
      icon: <Bell aria-hidden />,
      phone: true,
      count: counted?.open_alerts,
      countLabel: "open",
    },
    {
      href: href("/catalog"),
      label: "Catalog",
      icon: <Package aria-hidden />,
      phone: true,
      count: itemCount,
      countLabel: "items",
      countIsTotal: true,
    },
    { href: href("/runs"), label: "Runs", icon: <Play aria-hidden /> },
    ...(may("recommendations:read")
      ? [{ href: href("/policy"), label: "Policy", icon: <Scale aria-hidden /> }]
      : []),
    { href: href("/reports"), label: "Reports", icon: <BarChart3 aria-hidden /> },
  ];
}

export function useSettingsItem(): NavItem {
  const { href } = useWorkspace();
  return { href: href("/settings"), label: "Settings", icon: <Settings aria-hidden /> };
}

/** Returns further destinations for the search. */
export function useDestinations(): Destination[] {
  const { href, may } = useWorkspace();
  return [
    ...(may("catalog:write")
      ? [
          {
            href: href("/catalog/import"),
            label: "Import a file",
            detail: "Items, costs, competitors' prices",
          },
        ]
      : []),
    { href: href("/reports"), label: "Export a report", detail: "As CSV or a spreadsheet" },
    ...useSettingsPages().flatMap(({ pages }) =>
      pages.map(({ href, label, purpose }) => ({ href, label, detail: purpose, group: "Settings" })),
    ),
    { href: "/account", label: "Your account", group: "Go to" },
    { href: "/reference", label: "API reference", group: "Go to" },
  ];
}
