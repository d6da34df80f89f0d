"use client";

import { clsx } from "clsx";
import { Check } from "lucide-react";
import { DropdownMenu, Slot } from "radix-ui";
import type { ComponentProps, ReactNode } from "react";
import { useHydrated } from "@/app/_components/use-hydrated";
import { Kbd } from "./kbd";
import { returnFocus } from "./return-focus";

export const Menu = DropdownMenu.Root;
export const MenuRadioGroup = DropdownMenu.RadioGroup;

const itemClass = clsx(
  "flex min-h-8 items-center gap-2.5 rounded-lg px-2.5 py-1 outline-none select-none max-md:min-h-11",
  "data-disabled:pointer-events-none data-disabled:opacity-50 data-highlighted:bg-chip [&_svg]:size-4 [&_svg]:shrink-0",
);

/** The button that opens a menu. It takes no click that would be lost, before React has hydrated the page. */
export function MenuTrigger({ disabled, ...rest }: ComponentProps<typeof DropdownMenu.Trigger>) {
  const hydrated = useHydrated();
  return <DropdownMenu.Trigger disabled={disabled === true || !hydrated} {...rest} />;
}

/** An open menu below the `MenuButton` beside which it stands; when it closes, the focus goes back to that. */
export function OpenMenu(props: {
  label: string;
  align: "start" | "end";
  onClose: () => void;
  children: ReactNode;
}) {
  return (
    <Menu open onOpenChange={props.onClose}>
      <DropdownMenu.Trigger asChild>
        <span className="pointer-events-none absolute inset-0" />
      </DropdownMenu.Trigger>
      <MenuContent
        aria-label={props.label}
        aria-labelledby={undefined}
        align={props.align}
        onCloseAutoFocus={returnFocus}
        className="w-64"
      >
        {props.children}
      </MenuContent>
    </Menu>
  );
}

/** The floating list of a menu, opened by its `MenuTrigger`. */
export function MenuContent({ className, ...rest }: ComponentProps<typeof DropdownMenu.Content>) {
  return (
    <DropdownMenu.Portal>
      <DropdownMenu.Content
        sideOffset={6}
        collisionPadding={8}
        className={clsx(
          "z-50 max-h-(--radix-dropdown-menu-content-available-height) min-w-52 animate-appear overflow-y-auto rounded-xl bg-raised p-1 shadow-float",
          className,
        )}
        {...rest}
      />
    </DropdownMenu.Portal>
  );
}

/** One action. `tone="danger"` for a destructive action; `hotkey` shows the key with the same action. */
export function MenuItem({
  className,
  tone,
  hotkey,
  children,
  ...rest
}: ComponentProps<typeof DropdownMenu.Item> & { tone?: "danger"; hotkey?: string }) {
  return (
    <DropdownMenu.Item
      className={clsx(itemClass, tone === "danger" ? "text-bad" : "text-ink", className)}
      aria-keyshortcuts={hotkey}
      {...rest}
    >
      <Slot.Slottable>{children}</Slot.Slottable>
      {hotkey ? (
        <Kbd hint className="ml-auto max-md:hidden">
          {hotkey.toUpperCase()}
        </Kbd>
      ) : null}
    </DropdownMenu.Item>
  );
}

/** One of several values inside a `MenuRadioGroup`. */
export function MenuRadioItem({
  className,
  children,
  ...rest
}: ComponentProps<typeof DropdownMenu.RadioItem>) {
  return (
    <DropdownMenu.RadioItem className={clsx(itemClass, "text-ink", className)} {...rest}>
      {children}
      <DropdownMenu.ItemIndicator className="ml-auto">
        <Check aria-hidden className="text-accent" />
      </DropdownMenu.ItemIndicator>
    </DropdownMenu.RadioItem>
  );
}

export function MenuLabel({ children }: { children: ReactNode }) {
  return (
    <DropdownMenu.Label className="px-2.5 pt-1.5 pb-1 text-xs text-ink-dim">{children}</DropdownMenu.Label>
  );
}

export function MenuSeparator() {
  return <DropdownMenu.Separator className="mx-1 my-1 h-px bg-line" />;
}
