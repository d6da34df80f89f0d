import { Age } from "@/app/_components/pricing/age";
import type { Outputs } from "@/app/_trpc/client";
import { viewText } from "./view-text";

type View = Outputs["support"]["list"]["data"][number]["views"][number];

/** The reads of a support session, latest first. */
export function SupportViews({ views }: { views: readonly View[] }) {
  if (views.length === 0) return <p className="text-xs text-ink-soft">Nothing was read.</p>;
  return (
    <details>
      <summary className="cursor-pointer text-xs text-ink-soft">
        {views.length === 1 ? "1 view" : `${views.length} views`}
      </summary>
      <ul className="relative mt-2 flex max-h-80 flex-col gap-1 overflow-y-auto text-xs">
        {views.map((view, i) => (
          <li key={`${view.at} ${i}`} className="flex flex-wrap gap-x-3">
            <Age at={view.at} phrase="short" className="w-24 text-ink-dim" />
            <span>{viewText(view.operation)}</span>
            {view.input && view.input !== "{}" ? (
              <code className="min-w-0 break-all text-ink-dim">{view.input}</code>
            ) : null}
          </li>
        ))}
      </ul>
    </details>
  );
}
