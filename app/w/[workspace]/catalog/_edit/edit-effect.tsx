"use client";

import { Price } from "@/app/_components/pricing/price";
import { fieldOf } from "@/server/domain/items/declared-fields";
import { changedAmounts, type EditableItem, type EditPlan } from "./edit-plan";

/** So many items are named; the others are counted. */
const NAMED = 4;

/** What an edit would change, what stays, and what would be refused. */
export function EditEffect({ plan }: { plan: EditPlan }) {
  const { changes, confirmed, unchanged, refused } = plan;
  return (
    <section aria-label="What will change" className="rounded-xl bg-chip px-3.5 py-2.5 text-xs">
      <p role="status" className="font-[560]">
        {countText(changes.length, "changes", "change")}
        {confirmed > 0
          ? `, ${countText(confirmed, "keeps its cost, confirmed now", "keep their cost, confirmed now")}`
          : ""}
        {unchanged > 0 ? `, ${countText(unchanged, "stays as it is", "stay as they are")}` : ""}
        {refused.length > 0 ? `, ${countText(refused.length, "is refused", "are refused")}` : ""}
      </p>
      <ul className="mt-1">
        {changes.slice(0, NAMED).map((change) => (
          <Change key={change.before.id} {...change} />
        ))}
        {refused.slice(0, NAMED).map(({ item, reason }) => (
          <li key={item.id} className="flex justify-between gap-3 py-0.5">
            <span className="truncate">{item.title}</span>
            <span className="shrink-0 text-warn">{reason}</span>
          </li>
        ))}
      </ul>
      {changes.length > NAMED ? (
        <p className="text-ink-soft">and {changes.length - NAMED} more in the same way</p>
      ) : null}
    </section>
  );
}

const countText = (count: number, one: string, many: string): string =>
  count === 1 ? `1 item ${one}` : `${count} items ${many}`;

function Change({ before, after }: { before: EditableItem; after: EditableItem }) {
  const added = after.tags.filter((tag) => !before.tags.includes(tag));
  const removed = before.tags.filter((tag) => !after.tags.includes(tag));
  return (
    <li className="flex justify-between gap-3 py-0.5">
      <span className="truncate">{before.title}</span>
      <span className="num flex shrink-0 flex-wrap justify-end gap-x-2 text-ink-soft">
        {changedAmounts(before, after).map((name) => (
          <span key={name}>
            <span className="sr-only">{fieldOf(name).label}: </span>
            <Price money={before[name]} currency="none" /> → <Price money={after[name]} currency="none" />
          </span>
        ))}
        {added.length > 0 ? <span>+ {added.join(", ")}</span> : null}
        {removed.length > 0 ? <span>− {removed.join(", ")}</span> : null}
      </span>
    </li>
  );
}
