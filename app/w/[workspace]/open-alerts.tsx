"use client";

import { useQuery } from "@tanstack/react-query";
import Link from "next/link";
import { Age } from "@/app/_components/pricing/age";
import { Price, Stated } from "@/app/_components/pricing/price";
import { SeverityBadge } from "@/app/_components/pricing/severity-badge";
import { Section } from "@/app/_components/shell/section";
import { QuietLink } from "@/app/_components/ui/quiet-link";
import { SkeletonRows } from "@/app/_components/ui/skeleton";
import { useWorkspace } from "@/app/_session/workspace";
import { QueryView } from "@/app/_trpc/query-view";
import { alertText } from "./alerts/alert-text";
import { useOverview } from "./use-overview";

/** The newest open alerts. */
export function OpenAlerts() {
  const { href } = useWorkspace();
  const query = useQuery(useOverview().queries.openAlerts);
  return (
    <Section
      title="Newest alerts"
      aside={
        <span className="text-xs">
          <QuietLink href={href("/alerts")}>All alerts</QuietLink>
        </span>
      }
    >
      <QueryView
        query={query}
        what="the alerts"
        loading={<SkeletonRows rows={4} label="Loading the alerts" />}
      >
        {({ data }) =>
          data.length === 0 ? (
            <p className="text-ink-dim">No open alerts.</p>
          ) : (
            <ul>
              {data.map((alert) => (
                <li key={alert.id} className="border-t border-line-soft">
                  <Link
                    href={alert.item ? href(`/catalog/${alert.item.id}`) : href("/alerts")}
                    className="-mx-2 grid grid-cols-[minmax(0,1fr)_auto_44px] items-center gap-x-4 rounded-lg px-2 py-2 hover:bg-hover max-md:grid-cols-[minmax(0,1fr)_44px]"
                  >
                    <span className="min-w-0">
                      <span className="flex items-center gap-2">
                        <SeverityBadge severity={alert.severity} />
                        <span className="truncate font-[520]">
                          {alert.item?.title ?? alertText(alert.kind)}
                        </span>
                      </span>
                      <span className="block text-pretty text-ink-soft">
                        <Stated text={alert.message} />
                      </span>
                    </span>
                    <span className="text-right text-xs text-ink-dim max-md:hidden">
                      {alert.money_at_risk ? (
                        <>
                          <Price money={alert.money_at_risk} /> at risk
                        </>
                      ) : null}
                    </span>
                    <span className="text-right text-xs text-ink-dim">
                      <Age at={alert.first_seen} />
                    </span>
                  </Link>
                </li>
              ))}
            </ul>
          )
        }
      </QueryView>
    </Section>
  );
}
