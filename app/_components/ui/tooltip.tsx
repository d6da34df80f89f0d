"use client";

import { Tooltip as RadixTooltip } from "radix-ui";
import type { ComponentProps, ReactNode } from "react";

const SHOWN_AFTER_MS = 300;

/**
 * A focusable text with a few words about it, on hover and on focus. Essential information must also be given
 * elsewhere.
 */
export function Tooltip({
  content,
  side,
  ...trigger
}: Omit<ComponentProps<"span">, "content"> & {
  content: ReactNode;
  side?: ComponentProps<typeof RadixTooltip.Content>["side"];
}) {
  return (
    <RadixTooltip.Provider delayDuration={SHOWN_AFTER_MS}>
      <RadixTooltip.Root>
        <RadixTooltip.Trigger asChild>
          <span tabIndex={0} {...trigger} />
        </RadixTooltip.Trigger>
        <RadixTooltip.Portal>
          <RadixTooltip.Content
            side={side}
            sideOffset={6}
            collisionPadding={8}
            className="z-50 max-w-64 animate-appear rounded-lg bg-ink px-2.5 py-1.5 text-xs text-canvas shadow-float"
          >
            {content}
          </RadixTooltip.Content>
        </RadixTooltip.Portal>
      </RadixTooltip.Root>
    </RadixTooltip.Provider>
  );
}
