"use client";

import type { ReactNode } from "react";
import { useHotkeys } from "@/app/_components/keyboard/hotkeys";
import { formatCount } from "@/app/_components/pricing/format";
import { useLocale } from "@/app/_components/pricing/locale";
import { ActionBar } from "@/app/_components/shell/action-bar";
import { Button } from "@/app/_components/ui/button";

/**
 * How many rows are selected, and what can be done with them; stays at the bottom of the list. Escape clears the
 * selection.
 */
export function SelectionBar(props: {
  /** What is selected: "Selected alerts". */
  label: string;
  /** Null for everything that matches, while it is not counted. */
  count: number | null;
  /** Beside the count. */
  more?: ReactNode;
  /** The buttons. */
  children: ReactNode;
  onClear: () => void;
}) {
  const locale = useLocale();
  useHotkeys({ Escape: { label: "Clear the selection", run: props.onClear } });
  return (
    <section aria-label={props.label} className="sticky bottom-0 z-10 max-md:static max-md:h-28">
      <ActionBar className="[&>div]:flex-wrap">
        <p className="flex flex-wrap items-center gap-x-2 max-md:basis-full">
          <span role="status" className="num font-[560]">
            {props.count === null
              ? "Everything that matches is selected"
              : `${formatCount(props.count, locale)} selected`}
          </span>
          {props.more}
        </p>
        {props.children}
        <Button size="sm" variant="quiet" onClick={props.onClear}>
          Clear
        </Button>
      </ActionBar>
    </section>
  );
}
