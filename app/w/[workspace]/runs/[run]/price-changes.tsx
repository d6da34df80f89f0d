"use client";

import { LateHistogram } from "@/app/_components/charts/late-histogram";
import { formatCount, formatMoney } from "@/app/_components/pricing/format";
import { useLocale } from "@/app/_components/pricing/locale";
import { Count } from "@/app/_components/pricing/price";
import { Section } from "@/app/_components/shell/section";
import { StatStrip } from "@/app/_components/ui/stat-strip";
import type { Outputs } from "@/app/_trpc/client";
import { SignedSums } from "../../_batches/signed-sums";
import { edgeLabels, sizeText } from "./change-text";

type Changes = NonNullable<Outputs["runs"]["findings"]["changes"]>;
type Sum = Changes["cuts"];

const TITLE = "Price changes by size";

/** The prices that a run would change, by the share of the change: cuts apart from rises, with their profit. */
export function PriceChanges({ changes }: { changes: Changes }) {
  const locale = useLocale();
  const { cuts, rises, classes } = changes;
  if (cuts.count + rises.count === 0)
    return (
      <Section title={TITLE}>
        <p className="text-ink-dim">It found no price to change.</p>
      </Section>
    );
  const count = (value: number) => formatCount(value, locale);
  const profit = (sum: Sum) =>
    sum.count > sum.unknown ? `profit ${formatMoney(sum.profit, locale)}` : "profit unknown";
  const shown = classes.filter((each) => each.count > 0);
  return (
    <Section title={TITLE}>
      <StatStrip
        className="mb-3"
        stats={[
          { label: "Cuts", value: <Count value={cuts.count} />, detail: <Profit sum={cuts} /> },
          { label: "Rises", value: <Count value={rises.count} />, detail: <Profit sum={rises} /> },
        ]}
      />
      <div className="min-h-[238px]">
        <LateHistogram
          title={TITLE}
          bars={classes.map((each) => ({
            count: each.count,
            text: `${sizeText(each, locale)}: ${count(each.count)}${each.count === 0 ? "" : `, ${profit(each)}`}`,
          }))}
          edges={edgeLabels(classes, locale)}
          middle={classes.filter(({ direction }) => direction === "cut").length}
          summary={`${count(cuts.count)} cuts and ${count(rises.count)} rises by the share of the price.`}
          figures={{
            columns: ["Change", "Prices", "Profit"],
            rows: shown.map((each) => ({
              key: `${each.direction} ${each.from}`,
              cells: [
                sizeText(each, locale),
                count(each.count),
                each.count > each.unknown ? <SignedSums key="profit" sums={[each.profit]} /> : "unknown",
              ],
            })),
          }}
        />
      </div>
    </Section>
  );
}

/** The change of profit if all were applied; without those whose cost is unknown, which are counted. */
function Profit({ sum }: { sum: Sum }) {
  if (sum.count === 0) return null;
  if (sum.count === sum.unknown) return "profit unknown";
  return (
    <span className="whitespace-normal">
      <SignedSums sums={[sum.profit]} /> profit on the stock on hand
      {sum.unknown > 0 ? `, without ${sum.unknown} of unknown cost` : null}
    </span>
  );
}
