"use client";

import { useQuery } from "@tanstack/react-query";
import Link from "next/link";
import type { ReactNode } from "react";
import { Age } from "@/app/_components/pricing/age";
import { Stated } from "@/app/_components/pricing/price";
import { PriceChange } from "@/app/_components/pricing/price-change";
import { SeverityBadge } from "@/app/_components/pricing/severity-badge";
import { StatusBadge } from "@/app/_components/pricing/status-badge";
import { Section } from "@/app/_components/shell/section";
import { SkeletonRows } from "@/app/_components/ui/skeleton";
import { useWorkspace } from "@/app/_session/workspace";
import { useTRPC } from "@/app/_trpc/client";
import { QueryView } from "@/app/_trpc/query-view";
import { alertText } from "../../alerts/alert-text";

const MAX_ROWS = 5;

/** The latest recommendations for an item. */
export function ItemRecommendations({ itemId }: { itemId: string }) {
  const trpc = useTRPC();
  const { href } = useWorkspace();
  const query = useQuery(trpc.recommendations.list.queryOptions({ item_id: itemId, limit: MAX_ROWS }));
  return (
    <Section title="Recommendations">
      <QueryView query={query} what="the recommendations" loading={<SkeletonRows rows={2} />}>
        {({ data }) =>
          data.length === 0 ? (
            <p className="text-ink-dim">None so far.</p>
          ) : (
            <ul>
              {data.map((found) => (
                <Row key={found.id} href={href(`/recommendations/${found.id}`)} at={found.created_at}>
                  <span className="flex flex-wrap items-center gap-2">
                    <StatusBadge of="recommendation" status={found.status} />
                    {found.current_price && found.recommended_price ? (
                      <PriceChange
                        before={found.current_price}
                        after={found.recommended_price}
                        change={found.change_ratio}
                      />
                    ) : null}
                  </span>
                  <span className="block text-ink-soft">
                    <Stated text={found.reason} />
                  </span>
                </Row>
              ))}
            </ul>
          )
        }
      </QueryView>
    </Section>
  );
}

/** The latest alerts about an item, resolved ones included. */
export function ItemAlerts({ itemId }: { itemId: string }) {
  const trpc = useTRPC();
  const { href } = useWorkspace();
  const query = useQuery(trpc.alerts.list.queryOptions({ item_id: itemId, limit: MAX_ROWS }));
  return (
    <Section title="Alerts">
      <QueryView query={query} what="the alerts" loading={<SkeletonRows rows={2} />}>
        {({ data }) =>
          data.length === 0 ? (
            <p className="text-ink-dim">None so far.</p>
          ) : (
            <ul>
              {data.map((alert) => (
                <Row
                  key={alert.id}
                  href={href(`/alerts?status=${alert.status}&kind=${alert.kind}`)}
                  at={alert.first_seen}
                >
                  <span className="flex flex-wrap items-center gap-2">
                    <SeverityBadge severity={alert.severity} />
                    <span className="font-[520]">{alertText(alert.kind)}</span>
                    {alert.status === "open" ? null : <StatusBadge of="alert" status={alert.status} />}
                  </span>
                  <span className="block text-ink-soft">
                    <Stated text={alert.message} />
                  </span>
                </Row>
              ))}
            </ul>
          )
        }
      </QueryView>
    </Section>
  );
}

function Row({ href, at, children }: { href: string; at: string; children: ReactNode }) {
  return (
    <li className="border-t border-line-soft">
      <Link
        href={href}
        className="-mx-2 flex items-start justify-between gap-4 rounded-lg px-2 py-2 hover:bg-hover"
      >
        <span className="min-w-0">{children}</span>
        <span className="text-xs text-ink-dim">
          <Age at={at} />
        </span>
      </Link>
    </li>
  );
}
