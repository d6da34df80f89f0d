"use client";

import { CircleUserRound, LogOut, Monitor, Moon, Sun, UserRoundCog } from "lucide-react";
import Link from "next/link";
import { useTheme } from "next-themes";
import {
  Menu,
  MenuContent,
  MenuItem,
  MenuLabel,
  MenuRadioGroup,
  MenuRadioItem,
  MenuSeparator,
  MenuTrigger,
} from "@/app/_components/ui/menu";
import type { ShellUser } from "./navigation";

/** The signed-in person, the theme switch and the sign-out button. */
export function UserMenu(props: { user: ShellUser; onSignOut: () => void; compact?: boolean }) {
  return (
    <Menu>
      <MenuTrigger
        aria-label={`Account of ${props.user.name}`}
        className="flex h-8 min-w-0 items-center gap-2.5 rounded-lg px-2 text-left text-ink-soft hover:bg-hover hover:text-ink max-md:size-11 max-md:justify-center md:w-full"
      >
        <CircleUserRound aria-hidden className="size-4 shrink-0 max-md:size-5" />
        {props.compact ? null : <span className="truncate">{props.user.name}</span>}
      </MenuTrigger>
      <MenuContent align={props.compact ? "end" : "start"} className="w-60">
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
      </MenuContent>
    </Menu>
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
