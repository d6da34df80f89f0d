"use client";

import { type ComponentProps, type ReactNode, useEffect } from "react";
import { Menu, MenuTrigger } from "./menu";

export interface OpenedMenuProps {
  /** What the button shows, and how it is named. */
  readonly button: ComponentProps<"button">;
  readonly children: ReactNode;
}

/** A menu that is open from the start. */
export function OpenedMenu(props: OpenedMenuProps) {
  // Who opened it by key goes on by key; the first entry is theirs at once.
  useEffect(() => {
    // The library puts the focus on the list itself within this frame.
    const frame = requestAnimationFrame(() => {
      document.querySelector<HTMLElement>('[role="menu"]:focus-visible [role^="menuitem"]')?.focus();
    });
    return () => cancelAnimationFrame(frame);
  }, []);
  return (
    <Menu defaultOpen>
      <MenuTrigger {...props.button} />
      {props.children}
    </Menu>
  );
}
