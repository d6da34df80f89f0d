"use client";

import { clsx } from "clsx";
import { CircleUserRound } from "lucide-react";
import { MenuButton } from "@/app/_components/ui/menu-button";
import { layerWhenOpened } from "@/app/_components/when-opened";
import { NOT_ON_RAIL, type UserMenuProps } from "./navigation";

const UserMenuList = layerWhenOpened(async () => (await import("./user-menu-list")).UserMenuList);

/** The signed-in person, the theme switch and the sign-out button. */
export function UserMenu(props: UserMenuProps) {
  return (
    <MenuButton
      menu={(close) => <UserMenuList {...props} onClose={close} />}
      aria-label={`Account of ${props.user.name}`}
      className="flex h-8 min-w-0 items-center gap-2.5 rounded-lg px-2 text-left text-ink-soft hover:bg-hover hover:text-ink max-md:size-11 max-md:justify-center md:w-full"
    >
      <CircleUserRound aria-hidden className="size-4 shrink-0 max-md:size-5" />
      {props.compact ? null : <span className={clsx("truncate", NOT_ON_RAIL)}>{props.user.name}</span>}
    </MenuButton>
  );
}
