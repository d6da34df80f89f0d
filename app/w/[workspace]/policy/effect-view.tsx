"use client";

import Link from "next/link";
import { Count, Percent, Price } from "@/app/_components/pricing/price";
import { Section } from "@/app/_components/shell/section";
import { Banner } from "@/app/_components/ui/banner";
import { StatStrip } from "@/app/_components/ui/stat-strip";
import { Table, TableBody, TableHead, TableRow, Td, Th } from "@/app/_components/ui/table";
import { useWorkspace } from "@/app/_session/workspace";
import type { EffectFigures } from "@/server/domain/pricing/effect-json";
import { skippedText } from "../runs/skip-text";

/** The name of the policy that an effect is compared with: the active one, or the one that ran. */
export interface EffectText {
  readonly other: string;
}

/** The main figures of a draft's effect. */
export function EffectSummary({ effect, other }: { effect: EffectFigures } & EffectText) {
  const { draft, now } = effect;
  return (
    <div className="flex flex-col gap-3">
      <StatStrip
        stats={[
          {
            label: "Prices that move",
            value: <Count value={draft.moved} />,
            detail: (
              <>
                of <Count value={effect.items} />; {other}: <Count value={effect.other.moved} />
              </>
            ),
          },
          {
            label: "Up / down",
            value: (
              <>
                <Count value={draft.up} /> / <Count value={draft.down} />
              </>
            ),
            detail: (
              <>
                median move <Percent ratio={draft.median_move} />
              </>
            ),
          },
          {
            label: "Margin",
            value: <Percent ratio={draft.margin} />,
            detail: (
              <>
                now <Percent ratio={now.margin} />, {other} <Percent ratio={effect.other.margin} />
              </>
            ),
          },
          {
            label: "Stock would earn",
            value: <Price money={draft.stock_profit} />,
            detail: (
              <>
                now <Price money={now.stock_profit} />
              </>
            ),
          },
        ]}
      />
      {draft.held ? (
        <Banner tone="warn" title="Such a run would be held back.">
          {draft.held}
        </Banner>
      ) : null}
    </div>
  );
}

/** All figures of a trial: the distribution of changes, the largest ones, and why other prices stay. */
export function EffectDetails({ effect, other }: { effect: EffectFigures } & EffectText) {
  return (
    <div className="flex flex-col gap-6">
      <Bands effect={effect} other={other} />
      <Largest effect={effect} other={other} />
      <Reasons effect={effect} other={other} />
      <p className="text-xs text-ink-dim">
        Margin is that of one unit of each of the <Count value={effect.margin_items} /> items with a price and
        a cost; what the stock would earn counts the <Count value={effect.stock_items} /> of known stock, all
        sold at these prices.
      </p>
    </div>
  );
}

function Bands({ effect, other }: { effect: EffectFigures } & EffectText) {
  const maxCount = Math.max(1, ...effect.bands.map(({ draft }) => draft));
  return (
    <Section title="How far prices move">
      <ul>
        {effect.bands.map((band) => (
          <li
            key={`${band.from} ${band.to}`}
            className="grid grid-cols-[150px_minmax(0,1fr)_64px] items-center gap-x-3 border-t border-line-soft py-1"
          >
            <span className="num text-xs text-ink-soft">
              <BandText from={band.from} to={band.to} />
            </span>
            <span aria-hidden className="h-1.5 overflow-hidden rounded-full bg-chip">
              <span
                className="block h-full bg-control"
                style={{ width: `${(band.draft * 100) / maxCount}%` }}
              />
            </span>
            <span className="text-right" title={`${other}: ${band.other}`}>
              <Count value={band.draft} />
            </span>
          </li>
        ))}
      </ul>
    </Section>
  );
}

function BandText({ from, to }: { from: string | null; to: string | null }) {
  if (from === null)
    return (
      <>
        below <Percent ratio={to} signed digits={0} />
      </>
    );
  if (to === null)
    return (
      <>
        above <Percent ratio={from} signed digits={0} />
      </>
    );
  return (
    <>
      <Percent ratio={from} signed digits={0} /> to <Percent ratio={to} signed digits={0} />
    </>
  );
}

function Largest({ effect, other }: { effect: EffectFigures } & EffectText) {
  const { href } = useWorkspace();
  if (effect.largest.length === 0) return null;
  return (
    <Section title="The largest">
      <Table caption="The items that move most">
        <TableHead>
          <tr>
            <Th>Item</Th>
            <Th numeric>Then</Th>
            <Th numeric>Draft</Th>
            <Th numeric wideOnly className="first-letter:uppercase">
              {other}
            </Th>
            <Th numeric>By</Th>
          </tr>
        </TableHead>
        <TableBody>
          {effect.largest.map((move) => (
            <TableRow key={move.item_id}>
              <Td>
                <Link href={href(`/catalog/${move.item_id}`)} className="hover:underline">
                  {move.title ?? move.sku}
                </Link>
                <span className="block text-xs text-ink-dim">{move.sku}</span>
              </Td>
              <Td numeric>
                <Price money={move.now} />
              </Td>
              <Td numeric>{move.draft ? <Price money={move.draft} /> : "stays"}</Td>
              <Td numeric wideOnly>
                {move.other ? <Price money={move.other} /> : "stays"}
              </Td>
              <Td numeric>
                <Percent ratio={move.size} />
              </Td>
            </TableRow>
          ))}
        </TableBody>
      </Table>
    </Section>
  );
}

function Reasons({ effect, other }: { effect: EffectFigures } & EffectText) {
  const before = new Map(effect.skipped.map((each) => [each.reason, each.other]));
  const reasons = skippedText(
    Object.fromEntries(effect.skipped.map((each) => [each.reason, Math.max(each.draft, each.other)])),
  );
  const draft = new Map(effect.skipped.map((each) => [each.reason, each.draft]));
  if (reasons.length === 0) return null;
  return (
    <Section title="Why items get no new price">
      <ul>
        {reasons.map(({ reason, label }) => (
          <li key={reason} className="flex justify-between gap-4 border-t border-line-soft py-1.5">
            <span>{label}</span>
            <span className="text-right whitespace-nowrap">
              <Count value={draft.get(reason) ?? 0} />
              <span className="ml-2 text-xs text-ink-dim">
                {other}: <Count value={before.get(reason) ?? 0} />
              </span>
            </span>
          </li>
        ))}
      </ul>
    </Section>
  );
}
