"use client";

import { useRef, useState } from "react";
import type { OpenedTooltip, TooltipProps } from "./opened-tooltip";

/**
 * A focusable text with a few words about it, on hover and on focus. Essential information must also be given elsewhere: the
 * code of the words is loaded when the pointer or the focus first reaches the text, and if it does not come, they do not.
 */
export function Tooltip(props: TooltipProps) {
  const [opened, setOpened] = useState<{ readonly As: typeof OpenedTooltip; hasFocus: boolean } | null>(null);
  const text = useRef<HTMLSpanElement>(null);
  const isAwaited = useRef(false);
  if (opened) return <opened.As {...props} hasFocus={opened.hasFocus} />;
  const { content: _, side: __, ...trigger } = props;
  const open = async (): Promise<void> => {
    isAwaited.current = true;
    const code = await import("./opened-tooltip").catch(() => null);
    const hasFocus = document.activeElement === text.current;
    // Who has moved on meanwhile is not shown it.
    if (code && isAwaited.current) setOpened({ As: code.OpenedTooltip, hasFocus });
  };
  const leave = () => {
    isAwaited.current = false;
  };
  return (
    <span
      ref={text}
      tabIndex={0}
      {...trigger}
      onPointerEnter={() => void open()}
      onFocus={() => void open()}
      onPointerLeave={leave}
      onBlur={leave}
    />
  );
}
