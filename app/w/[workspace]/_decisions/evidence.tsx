"use client";

import Link from "next/link";
import type { ReactNode } from "react";
import { Age } from "@/app/_components/pricing/age";
import { formatCount } from "@/app/_components/pricing/format";
import { useLocale } from "@/app/_components/pricing/locale";
import { MarginChange } from "@/app/_components/pricing/margin-change";
import { MarketTable } from "@/app/_components/pricing/market-table";
import { Percent, Price, Stated } from "@/app/_components/pricing/price";
import { AmountChange, PriceChange } from "@/app/_components/pricing/price-change";
import { Trail } from "@/app/_components/pricing/trail";
import { DetailSection } from "@/app/_components/shell/split-view";
import { Badge } from "@/app/_components/ui/badge";
import { type Stat, StatStrip } from "@/app/_components/ui/stat-strip";
import { useWorkspace } from "@/app/_session/workspace";
import { Comments } from "./comments";
import { CostField } from "./cost-field";
import { ItemHistory } from "./item-history";
import { unknownMarginText } from "./margin-text";
import type { RecommendationDetail } from "./recommendation-detail";
import { ReportWrong } from "./report-wrong";
import { SetPrice } from "./set-price";
import { ShopWindow } from "./shop-window";
import { ShoppersPay } from "./shoppers-pay";
import { isBelowFloor } from "./why";

/**
 * The evidence of a recommendation, in order: the change, the reason, the profit, the computation, the market.
 * `decided` is rendered before the evidence once the recommendation has been decided.
 */
export function Evidence({
  rec,
  decided,
  onPriceSet,
}: {
  rec: RecommendationDetail;
  decided?: ReactNode;
  /** Called after the reader set another price, before the page shows it. */
  onPriceSet?: () => void;
}) {
  const { href, may } = useWorkspace();
  const { evidence, recommended_price: recommended } = rec;
  const refused = evidence.observations.filter((seen) => !seen.used);
  const currency = rec.current_price?.currency ?? recommended?.currency ?? "";
  return (
    <>
      <Headline rec={rec} />
      <PersonsPrice rec={rec} onPriceSet={onPriceSet} />
      <CostField rec={rec} />
      <StatStrip className="mt-4" stats={statsOf(rec)} />
      {decided}
      <div className="mt-5">
        <ItemHistory
          itemId={rec.item.id}
          recommended={recommended}
          refused={refused
            .filter(({ price, refusal }) => refusal === "outlier" && price.currency === currency)
            .map(({ observed_at: at, price }) => ({ at, price }))}
        />
      </div>
      {evidence.trail.length > 0 ? (
        <DetailSection title="How the price was found">
          <Trail steps={evidence.trail} />
        </DetailSection>
      ) : null}
      <ShopWindow window={evidence.shop_window} />
      <DetailSection title="What the market showed">
        <MarketTable
          currency={currency}
          observations={evidence.observations.map((seen) => ({
            ...seen,
            refused: seen.used ? null : unpunctuated(seen.note),
          }))}
          {...(may("recommendations:write") ? { action: (seen) => <ReportWrong observation={seen} /> } : {})}
        />
      </DetailSection>
      <Comments rec={rec} recorded={decided ? rec.decision : null} />
      <p className="mt-5 text-xs text-ink-dim">
        {evidence.scope} ·{" "}
        <Link
          href={href(`/policy?version=${evidence.policy_version}`)}
          className="underline underline-offset-4 hover:text-ink"
        >
          policy v{evidence.policy_version}
        </Link>{" "}
        · revision {rec.version}, {rec.confidence} confidence · found <Age at={rec.created_at} phrase />
      </p>
    </>
  );
}

function Headline({ rec }: { rec: RecommendationDetail }) {
  const { item, stock, category } = rec;
  const locale = useLocale();
  const stocked = stock === null ? null : `${formatCount(stock, locale)} in stock`;
  const facts = [item.sku, category, stocked].filter(Boolean);
  return (
    <>
      <div className="flex items-start justify-between gap-3">
        <div className="min-w-0">
          <h2 className="leading-5 font-[620] text-pretty">{item.title}</h2>
          <p className="num text-xs text-ink-dim">{facts.join(" · ")}</p>
        </div>
        <Marks rec={rec} />
      </div>
      {rec.recommended_price ? (
        <PriceChange
          size="hero"
          className="mt-3"
          before={rec.current_price}
          after={rec.recommended_price}
          change={rec.change_ratio}
        />
      ) : (
        <p className="mt-3 text-[30px] leading-9 font-[640] tracking-[-0.025em]">
          <Price money={rec.current_price} />
        </p>
      )}
      <ShoppersPay rec={rec} />
      <p className="mt-1 text-pretty text-ink-soft">
        <Stated text={rec.reason} />
      </p>
    </>
  );
}

/** Who set the price in place of the engine's, and the button that sets another one. */
function PersonsPrice({
  rec,
  onPriceSet,
}: {
  rec: RecommendationDetail;
  onPriceSet: (() => void) | undefined;
}) {
  const { override } = rec;
  return (
    <div className="mt-2 flex flex-wrap items-center gap-x-3 gap-y-2">
      {override ? (
        <p className="text-pretty text-ink-soft">
          <Badge>set by a person</Badge> {override.by} set this price <Age at={override.at} phrase />;{" "}
          {override.engine_price.amount === rec.current_price?.amount ? (
            "no run recommended one."
          ) : (
            <>
              recommended was <Price money={override.engine_price} />.
            </>
          )}
          {override.reason ? ` “${override.reason}”` : null}
        </p>
      ) : null}
      <SetPrice rec={rec} onSet={onPriceSet} />
    </div>
  );
}

function Marks({ rec }: { rec: RecommendationDetail }) {
  if (isBelowFloor(rec)) return <Badge tone="warn">below floor</Badge>;
  if (rec.confidence === "low") return <Badge>low confidence</Badge>;
  return null;
}

/** The margin before and after; for advice, which proposes no price, only the present margin. */
function Margin({ rec }: { rec: RecommendationDetail }) {
  const unknown = unknownMarginText(rec);
  if (unknown !== null)
    return <span className="text-xs font-normal whitespace-normal text-ink-soft">{unknown}</span>;
  if (rec.recommended_price === null) return <Percent ratio={rec.margin_before} />;
  return (
    <MarginChange before={rec.margin_before} after={rec.margin_after} beforeBelowFloor={isBelowFloor(rec)} />
  );
}

function statsOf(rec: RecommendationDetail): Stat[] {
  const { cost } = rec.evidence;
  const age = cost.age_days === null ? "" : cost.age_days === 0 ? ", today" : `, ${cost.age_days} d old`;
  return [
    {
      label: "Margin",
      value: <Margin rec={rec} />,
    },
    {
      label: `Cost${age}`,
      value: <Price money={rec.cost} currency="none" />,
      ...(cost.state === "stale" ? { detail: "too old to rely on" } : {}),
    },
    {
      label: "Profit a unit",
      value: rec.recommended_price ? (
        <AmountChange before={rec.profit_before} after={rec.profit_after} />
      ) : (
        <Price money={rec.profit_before} currency="none" />
      ),
    },
  ];
}

/** Removes the note's full stop, because it is part of a sentence here. */
const unpunctuated = (note: string): string =>
  note.charAt(0).toLowerCase() + note.slice(1).replace(/\.$/, "");
