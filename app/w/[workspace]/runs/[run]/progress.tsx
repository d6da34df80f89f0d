import { Count } from "@/app/_components/pricing/price";
import type { Outputs } from "@/app/_trpc/client";
import { progressText } from "../run-text";

type Run = Outputs["runs"]["get"];

/** How far a run is, and how long it will still check items as far as that is known. */
export function Progress({ run }: { run: Run }) {
  const { done, total } = run.progress;
  const { step, left } = progressText(run);
  return (
    <div>
      <div className="mb-1.5 flex flex-wrap justify-between gap-x-4 text-ink-soft">
        <span role="status">{step}</span>
        {total === null ? null : (
          <span className="num">
            <Count value={done} /> of <Count value={total} />
          </span>
        )}
      </div>
      <progress
        aria-label="Progress"
        max={total ?? undefined}
        value={total === null ? undefined : done}
        className="h-2 w-full appearance-none overflow-hidden rounded-full bg-chip [&::-moz-progress-bar]:bg-accent [&::-webkit-progress-bar]:bg-chip [&::-webkit-progress-value]:bg-accent"
      />
      <p className="num mt-1.5 text-xs text-ink-dim">{left}</p>
    </div>
  );
}
