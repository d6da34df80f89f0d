"use client";

import { useQuery } from "@tanstack/react-query";
import { clsx } from "clsx";
import { useState } from "react";
import { Count, Index } from "@/app/_components/pricing/price";
import { Section } from "@/app/_components/shell/section";
import { QuietLink } from "@/app/_components/ui/quiet-link";
import { SkeletonRows } from "@/app/_components/ui/skeleton";
import { useWorkspace } from "@/app/_session/workspace";
import type { Outputs } from "@/app/_trpc/client";
import { QueryView } from "@/app/_trpc/query-view";
import { useOverview } from "./use-overview";

type Category = NonNullable<Outputs["overview"]["days"]["newest"]>["categories"][number];

const SHOWN = 6;
/** The least distance from the market that fills a half of the bar. */
const LEAST_SPAN = 0.05;
/** So far from the market a price is called the market's. */
const NEAR = 0.02;

/** How dear the shop is beside the market in each category; the bars begin at the market. */
export function IndexByCategory() {
  const query = useQuery(useOverview().queries.days);
  const [all, setAll] = useState(false);
  const count = query.data?.newest?.categories.length ?? 0;
  return (
    <div id="price-index">
      <Section
        title="Price index by category"
        aside={
          count > SHOWN ? (
            <button
              type="button"
              aria-expanded={all}
              onClick={() => setAll(!all)}
              className="text-xs underline decoration-control underline-offset-4 hover:decoration-current max-md:min-h-11"
            >
              {all ? "Fewer" : `All ${count}`}
            </button>
          ) : (
            <span className="text-xs text-ink-dim">below 100 is cheaper than the market</span>
          )
        }
      >
        <QueryView query={query} what="the price index" loading={<SkeletonRows rows={4} />}>
          {({ newest }) =>
            !newest || newest.categories.length === 0 ? (
              <p className="text-pretty text-ink-dim">
                Compared once a run over the whole catalog has found competitors' prices.
              </p>
            ) : (
              <Bars categories={all ? newest.categories : newest.categories.slice(0, SHOWN)} />
            )
          }
        </QueryView>
      </Section>
    </div>
  );
}

function Bars({ categories }: { categories: readonly Category[] }) {
  const away = categories.map(({ price_index }) => Number(price_index) - 1);
  const span = Math.max(LEAST_SPAN, ...away.map(Math.abs));
  return (
    <table className="w-full text-left">
      <caption className="sr-only">Price index by category, 100 is the market</caption>
      <thead className="sr-only">
        <tr>
          <th scope="col">Category</th>
          <td />
          <th scope="col">Price index</th>
          <th scope="col">Items compared</th>
        </tr>
      </thead>
      <tbody>
        {categories.map((each, index) => (
          <tr key={each.category ?? ""} className="h-8 max-md:h-11">
            <th scope="row" className="w-40 max-w-40 truncate pr-3 font-normal max-md:w-28 max-md:max-w-28">
              <CategoryName category={each.category} />
            </th>
            <td aria-hidden className="w-full">
              <Bar away={away[index] ?? 0} span={span} />
            </td>
            <td className="num pl-3 text-right">
              <Index ratio={each.price_index} />
            </td>
            <td className="num pl-3 text-right text-ink-dim">
              <Count value={each.compared} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function CategoryName({ category }: { category: string | null }) {
  const { href } = useWorkspace();
  if (category === null) return <span className="text-ink-dim">No category</span>;
  return (
    <QuietLink href={href(`/catalog?category=${encodeURIComponent(category)}&sort=margin&order=asc`)}>
      {category}
    </QuietLink>
  );
}

function Bar({ away, span }: { away: number; span: number }) {
  const width = `${(Math.abs(away) / span) * 50}%`;
  return (
    <span className="relative block h-2 rounded-full bg-line-soft">
      <span
        className={clsx(
          "absolute inset-y-0 rounded-full",
          Math.abs(away) <= NEAR ? "bg-market" : away < 0 ? "bg-up" : "bg-down",
        )}
        style={away < 0 ? { right: "50%", width } : { left: "50%", width }}
      />
      <span className="absolute -inset-y-1 left-1/2 w-px bg-control" />
    </span>
  );
}
