"use client";

import { useQuery } from "@tanstack/react-query";
import Link from "next/link";
import { Age } from "@/app/_components/pricing/age";
import { Count } from "@/app/_components/pricing/price";
import { Section } from "@/app/_components/shell/section";
import { SkeletonRows } from "@/app/_components/ui/skeleton";
import { useWorkspace } from "@/app/_session/workspace";
import type { Outputs } from "@/app/_trpc/client";
import { QueryView } from "@/app/_trpc/query-view";
import { useOverview } from "./use-overview";

/** How much is known of costs and market, and how fresh it is. */
export function Freshness() {
  const query = useQuery(useOverview().queries.days);
  const at = query.data?.newest?.measured_at;
  return (
    <Section
      title="Costs and market"
      aside={
        at ? (
          <span className="text-xs text-ink-dim">
            as of the run <Age at={at} phrase />
          </span>
        ) : null
      }
    >
      <QueryView query={query} what="the costs" loading={<SkeletonRows rows={3} />}>
        {({ newest }) =>
          newest ? (
            <Rows newest={newest} />
          ) : (
            <p className="text-pretty text-ink-dim">
              A run over the whole catalog says what is known and how fresh it is.
            </p>
          )
        }
      </QueryView>
    </Section>
  );
}

function Rows({ newest }: { newest: NonNullable<Outputs["overview"]["days"]["newest"]> }) {
  const without = newest.items - newest.compared;
  return (
    <ul>
      <Row to="/catalog" label="Active items" value={newest.items} />
      <Row
        to="/catalog?cost=unknown"
        label="Cost unknown"
        note="No price is proposed for them"
        value={newest.without_cost}
      />
      <Row
        to={`/catalog?cost=${newest.old_cost_days}`}
        label={`Cost older than ${newest.old_cost_days} days`}
        value={newest.old_costs}
      />
      <Row to="/reports?report=margins" label="Market unknown" note="No price is compared" value={without} />
      <Row
        to="/reports?report=margins"
        label="Market older than a day"
        value={newest.compared - newest.fresh}
      />
      {newest.without_price > 0 ? (
        <Row
          to="/catalog?sort=price&order=desc"
          label="Price unknown"
          note="At the end of the list"
          value={newest.without_price}
        />
      ) : null}
      {newest.other_currency > 0 ? (
        <Row
          to="/catalog"
          label="In another currency"
          note="In none of these figures"
          value={newest.other_currency}
        />
      ) : null}
    </ul>
  );
}

function Row(props: { to: string; label: string; note?: string; value: number }) {
  const { href } = useWorkspace();
  return (
    <li className="border-t border-line-soft">
      <Link
        href={href(props.to)}
        className="-mx-2 flex items-baseline justify-between gap-3 rounded-lg px-2 py-2 hover:bg-hover"
      >
        <span className="min-w-0">
          <span className="block truncate">{props.label}</span>
          {props.note ? <span className="block text-xs text-pretty text-ink-dim">{props.note}</span> : null}
        </span>
        <Count value={props.value} />
      </Link>
    </li>
  );
}
