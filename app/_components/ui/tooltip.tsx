"use client";

import { Tooltip as RadixTooltip } from "radix-ui";
import type { ComponentProps, ReactNode } from "react";

const SHOWN_AFTER_MS = 300;

/** A few words about a focusable child, on hover and on focus. Essential information must also be given elsewhere. */
export function Tooltip(props: {
  content: ReactNode;
  children: ReactNode;
  side?: ComponentProps<typeof RadixTooltip.Content>["side"];
}) {
  return (
    <RadixTooltip.Provider delayDuration={SHOWN_AFTER_MS}>
      <RadixTooltip.Root>
        <RadixTooltip.Trigger asChild>{props.children}</RadixTooltip.Trigger>
        <RadixTooltip.Portal>
          <RadixTooltip.Content
            side={props.side}
            sideOffset={6}
            collisionPadding={8}
            className="z-50 max-w-64 animate-appear rounded-lg bg-ink px-2.5 py-1.5 text-xs text-canvas shadow-float"
          >
            {props.content}
          </RadixTooltip.Content>
        </RadixTooltip.Portal>
      </RadixTooltip.Root>
    </RadixTooltip.Provider>
  );
}
