"use client";

import { clsx } from "clsx";
import { ChevronsUpDown } from "lucide-react";
import { MenuButton } from "@/app/_components/ui/menu-button";
import { layerWhenOpened } from "@/app/_components/when-opened";
import { Initial } from "./initial";
import { NOT_ON_RAIL, type WorkspaceSwitcherProps } from "./navigation";

const WorkspaceList = layerWhenOpened(async () => (await import("./workspace-list")).WorkspaceList);

/** The open workspace, and a menu to switch to another one. */
export function WorkspaceSwitcher(props: WorkspaceSwitcherProps) {
  return (
    <MenuButton
      menu={(close) => <WorkspaceList {...props} onClose={close} />}
      className="flex h-10 w-full min-w-0 items-center gap-2.5 rounded-lg px-2 text-left font-[600] hover:bg-hover max-md:h-11 max-md:w-auto max-md:text-[15px]"
    >
      <Initial name={props.current.name} />
      <span className={clsx("truncate", NOT_ON_RAIL)}>{props.current.name}</span>
      <ChevronsUpDown aria-hidden className="ml-auto md:max-rail:hidden size-3.5 shrink-0 text-ink-dim" />
      <span className="sr-only">(switch workspace)</span>
    </MenuButton>
  );
}
