import { clsx } from "clsx";
import type { WireMoney } from "./contract-types";
import { Price, Stated } from "./price";

export type TrailStep = {
  rule: string;
  /** The rule's name for a shopkeeper. */
  label: string;
  amount: WireMoney | null;
  /** The rule's effect: `floor` and `ceiling` are shown as bounds. */
  effect: string;
  /** True for the rule that decided the price. */
  bound: boolean;
};

const BOUND_SIGN: Record<string, { sign: string; spoken: string }> = {
  floor: { sign: "≥", spoken: "at least" },
  ceiling: { sign: "≤", spoken: "at most" },
};

/** How a price was found: every rule in the order of application, the deciding one marked and in bold. */
export function Trail({ steps, className }: { steps: readonly TrailStep[]; className?: string }) {
  return (
    <ol className={clsx("relative", className)}>
      {steps.map((step, index) => (
        <li
          key={`${step.rule} ${index}`}
          className={clsx("grid grid-cols-[15px_1fr_auto] gap-2.5 py-1", step.bound && "font-[560]")}
        >
          <span
            aria-hidden
            className={clsx(
              "relative mt-1.5 ml-1 size-[7px] rounded-full border-[1.5px]",
              step.bound ? "border-accent bg-accent" : "border-control bg-panel",
              index < steps.length - 1 &&
                "after:absolute after:top-[9px] after:left-[1.25px] after:h-[18px] after:w-px after:bg-line",
            )}
          />
          <span className="text-pretty">
            <Stated text={step.label} />
            {step.bound ? <span className="text-on-accent-soft"> · decided</span> : null}
          </span>
          <span className={clsx("num text-right whitespace-nowrap", !step.bound && "text-ink-soft")}>
            <Bound effect={step.effect} />
            {step.amount ? <Price money={step.amount} currency="none" /> : null}
          </span>
        </li>
      ))}
    </ol>
  );
}

function Bound({ effect }: { effect: string }) {
  const bound = BOUND_SIGN[effect];
  if (!bound) return null;
  return (
    <>
      <span aria-hidden>{bound.sign} </span>
      <span className="sr-only">{bound.spoken} </span>
    </>
  );
}
