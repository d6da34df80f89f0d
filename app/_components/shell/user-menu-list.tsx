"use client";

import { LogOut, Monitor, Moon, Sun, UserRoundCog } from "lucide-react";
import Link from "next/link";
import { useTheme } from "next-themes";
import {
  MenuItem,
  MenuLabel,
  MenuRadioGroup,
  MenuRadioItem,
  MenuSeparator,
  OpenMenu,
} from "@/app/_components/ui/menu";
import type { UserMenuProps } from "./navigation";

/** What a person can do with their account, from every page. */
export function UserMenuList(props: UserMenuProps & { onClose: () => void }) {
  return (
    <OpenMenu label="Your account" align={props.compact ? "end" : "start"} onClose={props.onClose}>
      <div className="px-2.5 pt-1.5 pb-2">
        <div className="truncate font-[560]">{props.user.name}</div>
        <div className="truncate text-xs text-ink-dim">{props.user.email}</div>
      </div>
      <MenuSeparator />
      <MenuItem asChild>
        <Link href="/account">
          <UserRoundCog aria-hidden /> Your account
        </Link>
      </MenuItem>
      <MenuSeparator />
      <ThemeChoice />
      <MenuSeparator />
      <MenuItem onSelect={props.onSignOut}>
        <LogOut aria-hidden /> Sign out
      </MenuItem>
    </OpenMenu>
  );
}

function ThemeChoice() {
  const { theme, setTheme } = useTheme();
  return (
    <MenuRadioGroup value={theme} onValueChange={setTheme}>
      <MenuLabel>Appearance</MenuLabel>
      <MenuRadioItem value="system">
        <Monitor aria-hidden /> As the system
      </MenuRadioItem>
      <MenuRadioItem value="light">
        <Sun aria-hidden /> Light
      </MenuRadioItem>
      <MenuRadioItem value="dark">
        <Moon aria-hidden /> Dark
      </MenuRadioItem>
    </MenuRadioGroup>
  );
}
