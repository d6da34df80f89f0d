"use client";

import { Tooltip } from "radix-ui";
import { type ComponentProps, type ReactNode, useEffect, useRef } from "react";

const SHOWN_AFTER_MS = 300;

/** A text, and the words about it. */
export type TooltipProps = Omit<ComponentProps<"span">, "content"> & {
  content: ReactNode;
  side?: ComponentProps<typeof Tooltip.Content>["side"];
};

/** A tooltip that is open from the start. @param props.hasFocus whether the element in whose place it stands had the focus */
export function OpenedTooltip({ content, side, hasFocus, ...trigger }: TooltipProps & { hasFocus: boolean }) {
  const ref = useRef<HTMLSpanElement>(null);
  useEffect(() => {
    // Who has moved on meanwhile keeps their place; otherwise the focus went with the element.
    if (hasFocus && document.activeElement === document.body) ref.current?.focus();
  }, [hasFocus]);
  return (
    <Tooltip.Provider delayDuration={SHOWN_AFTER_MS}>
      <Tooltip.Root defaultOpen>
        <Tooltip.Trigger asChild>
          <span ref={ref} tabIndex={0} {...trigger} />
        </Tooltip.Trigger>
        <Tooltip.Portal>
          <Tooltip.Content
            side={side}
            sideOffset={6}
            collisionPadding={8}
            className="z-50 max-w-64 animate-appear rounded-lg bg-ink px-2.5 py-1.5 text-xs text-canvas shadow-float"
          >
            {content}
          </Tooltip.Content>
        </Tooltip.Portal>
      </Tooltip.Root>
    </Tooltip.Provider>
  );
}
