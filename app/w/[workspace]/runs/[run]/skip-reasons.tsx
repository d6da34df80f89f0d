import { Count } from "@/app/_components/pricing/price";
import { Section } from "@/app/_components/shell/section";
import { QuietLink } from "@/app/_components/ui/quiet-link";
import { useWorkspace } from "@/app/_session/workspace";
import { skippedItemsPath, skippedText } from "../skip-text";
import { Advice } from "./advice";

/**
 * Why items got no new price, each reason with its share of the items and a link to them.
 * @param props.isListed whether the run's results still tell which items they were
 */
export function SkipReasons(props: {
  runId: string;
  skipped: Readonly<Record<string, number>>;
  items: number;
  isListed: boolean;
}) {
  const { runId, items, isListed } = props;
  const { href } = useWorkspace();
  const reasons = skippedText(props.skipped);
  if (reasons.length === 0) return null;
  return (
    <Section title="Why items got no new price">
      <ul>
        {reasons.map((text) => {
          const { reason, count, label, advice } = text;
          const path = skippedItemsPath(runId, reason, isListed);
          return (
            <li
              key={reason}
              className="grid grid-cols-[minmax(0,1fr)_120px_56px] items-center gap-x-4 border-t border-line-soft py-2 max-md:grid-cols-[minmax(0,1fr)_56px]"
            >
              <span>
                {path === null ? label : <QuietLink href={href(path)}>{label}</QuietLink>}
                {advice ? (
                  <span className="block text-xs text-ink-dim">
                    <Advice of={text} />
                  </span>
                ) : null}
              </span>
              <Share of={count} among={items} />
              <Count value={count} className="text-right" />
            </li>
          );
        })}
      </ul>
    </Section>
  );
}

/** A bar as long as a part of a whole; hidden on a phone. */
export function Share({ of, among }: { of: number; among: number }) {
  return (
    <span aria-hidden className="h-1.5 overflow-hidden rounded-full bg-chip max-md:hidden">
      <span
        className="block h-full bg-control"
        style={{ width: `${among === 0 ? 0 : Math.max(1, (of * 100) / among)}%` }}
      />
    </span>
  );
}
