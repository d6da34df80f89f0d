import { cva, type VariantProps } from "class-variance-authority";
import { clsx } from "clsx";
import type { ComponentProps } from "react";

const badgeClass = cva(
  "inline-flex max-w-full items-center gap-1 rounded-[5px] px-1.5 text-xs whitespace-nowrap [&_svg]:size-3 [&_svg]:shrink-0",
  {
    variants: {
      tone: {
        neutral: "bg-chip text-ink-soft leading-[18px]",
        accent: "bg-accent-soft text-on-accent-soft leading-[18px]",
        warn: "bg-warn-soft text-warn leading-[18px]",
        bad: "bg-bad-soft text-bad leading-[18px]",
        outline: "border border-line text-ink-soft leading-4",
      },
    },
    defaultVariants: { tone: "neutral" },
  },
);

export type BadgeTone = NonNullable<VariantProps<typeof badgeClass>["tone"]>;

/** A label of one or two words. The text carries the meaning; the colour only helps to find it. */
export function Badge({ tone, className, ...rest }: ComponentProps<"span"> & { tone?: BadgeTone }) {
  return <span className={clsx(badgeClass({ tone }), className)} {...rest} />;
}
