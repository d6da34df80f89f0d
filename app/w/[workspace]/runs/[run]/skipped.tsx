import { Count } from "@/app/_components/pricing/price";
import { skippedText } from "../run-text";

/** Why items got no new price, each reason with its share of the items. */
export function Skipped({ skipped, items }: { skipped: Readonly<Record<string, number>>; items: number }) {
  const reasons = skippedText(skipped);
  if (reasons.length === 0) return null;
  return (
    <section aria-labelledby="skipped">
      <h2 id="skipped" className="mb-1 text-xs font-[600] text-ink-soft">
        Why items got no new price
      </h2>
      <ul>
        {reasons.map(({ reason, count, label, advice }) => (
          <li
            key={reason}
            className="grid grid-cols-[minmax(0,1fr)_120px_56px] items-center gap-x-4 border-t border-line-soft py-2 max-md:grid-cols-[minmax(0,1fr)_56px]"
          >
            <span>
              {label}
              {advice ? <span className="block text-xs text-ink-dim">{advice}</span> : null}
            </span>
            <span aria-hidden className="h-1.5 overflow-hidden rounded-full bg-chip max-md:hidden">
              <span
                className="block h-full bg-control"
                style={{ width: `${items === 0 ? 0 : Math.max(1, (count * 100) / items)}%` }}
              />
            </span>
            <Count value={count} className="text-right" />
          </li>
        ))}
      </ul>
    </section>
  );
}
