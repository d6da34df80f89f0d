import { clsx } from "clsx";
import type { WireMoney, WireTime } from "./contract-types";
import type { SellerSeries } from "./history-moments";
import { type HistoryScale, type PlotArea, stepPath } from "./history-scale";

type SeenPrice = { at: WireTime; price: WireMoney };

/** Three horizontal grid lines. */
export function Grid({ area }: { area: PlotArea }) {
  const middle = (area.top + area.bottom) / 2;
  return (
    <g className="stroke-line-soft">
      {[area.top, middle, area.bottom].map((y) => (
        <path key={y} d={`M${area.left} ${y}H${area.right}`} />
      ))}
    </g>
  );
}

/** Observed competitor prices as dots; rejected ones are hollow. */
export function SeenPrices(props: {
  seen: readonly SeenPrice[];
  refused: readonly SeenPrice[];
  scale: HistoryScale;
}) {
  const { seen, refused, scale } = props;
  return (
    <>
      {seen.map(({ at, price }, index) => (
        <circle key={index} cx={scale.x(at)} cy={scale.y(price)} r={1.5} className="fill-market" />
      ))}
      {refused.map(({ at, price }, index) => (
        <circle
          key={index}
          cx={scale.x(at)}
          cy={scale.y(price)}
          r={3.5}
          fill="none"
          strokeWidth={1.5}
          className="stroke-market"
        />
      ))}
    </>
  );
}

/** A thin line for each seller, up to its last observed price; that of the chosen one is strong. */
export function SellerLines(props: {
  sellers: readonly SellerSeries[];
  chosen: string | undefined;
  scale: HistoryScale;
}) {
  const { sellers, chosen, scale } = props;
  return sellers.map(({ seller, points }) => {
    const last = points.at(-1);
    if (!last) return null;
    const isChosen = seller === chosen;
    return (
      <path
        key={seller}
        d={stepPath(points, scale, scale.x(last.at))}
        fill="none"
        strokeWidth={isChosen ? 2.25 : 1}
        className={clsx("stroke-market", !isChosen && "opacity-40")}
      />
    );
  });
}

/** The vertical line at the moment the reader has selected. */
export function ReadLine({ at, area, scale }: { at: number | null; area: PlotArea; scale: HistoryScale }) {
  if (at === null) return null;
  const x = scale.x(new Date(at).toISOString());
  return <path d={`M${x} ${area.top}V${area.bottom}`} className="stroke-control" />;
}
