"use client";

import { type ComponentProps, type ReactNode, useState } from "react";
import { useHydrated } from "@/app/_components/use-hydrated";

/**
 * A button of every page whose menu is drawn, and its code loaded, when it is pressed. It takes no click that would be
 * lost, before React has hydrated the page.
 * @param props.menu the open menu, an `OpenMenu`; receives the function that closes it
 */
export function MenuButton({
  menu,
  ...button
}: ComponentProps<"button"> & { menu: (close: () => void) => ReactNode }) {
  const [open, setOpen] = useState(false);
  return (
    <div className="relative min-w-0">
      <button
        type="button"
        aria-haspopup="menu"
        aria-expanded={open}
        disabled={!useHydrated()}
        {...button}
        onClick={({ currentTarget }) => {
          // Safari focuses what is around a pressed button instead of it; the focus comes back here.
          currentTarget.focus();
          setOpen(true);
        }}
      />
      {open ? menu(() => setOpen(false)) : null}
    </div>
  );
}
