"use client";

import { clsx } from "clsx";
import { Search } from "lucide-react";
import { useRouter } from "next/navigation";
import { Dialog as RadixDialog } from "radix-ui";
import { type KeyboardEvent as ReactKeyboardEvent, useId, useLayoutEffect, useState } from "react";
import { Kbd } from "@/app/_components/ui/kbd";
import { scrimClass } from "@/app/_components/ui/open-dialog";
import { returnFocus } from "@/app/_components/ui/return-focus";
import {
  type Command,
  type Destination,
  destinationId,
  type FindData,
  paletteCommands,
} from "./command-match";
import { type FrameCommand, useFrameCommands } from "./frame-commands";
import { useActiveHotkeys } from "./hotkeys";
import { recentlyOpened, rememberOpened } from "./recent";
import { useFound } from "./use-found";

export type PaletteProps = {
  destinations: readonly Destination[];
  /** Finds data of the open workspace. */
  find?: FindData;
  /** The address of the open workspace, whose recently opened pages come first. */
  home: string;
  /** What can be done from every page of the workspace. */
  commands?: readonly FrameCommand[];
  onSignOut: () => void;
  open: boolean;
  onOpenChange: (open: boolean) => void;
};

/** The dialog of the command palette. */
export function PaletteDialog(props: PaletteProps) {
  const { open, onOpenChange } = props;
  return (
    <RadixDialog.Root open={open} onOpenChange={onOpenChange}>
      <RadixDialog.Portal>
        <RadixDialog.Overlay className={scrimClass} />
        <RadixDialog.Content
          aria-describedby={undefined}
          onCloseAutoFocus={returnFocus}
          className="fixed top-[12dvh] left-1/2 z-50 w-[calc(100vw-32px)] max-w-xl -translate-x-1/2 animate-appear overflow-hidden rounded-2xl bg-raised shadow-float"
        >
          <RadixDialog.Title className="sr-only">Go anywhere</RadixDialog.Title>
          <PaletteBody {...props} close={() => onOpenChange(false)} />
        </RadixDialog.Content>
      </RadixDialog.Portal>
    </RadixDialog.Root>
  );
}

type BodyProps = PaletteProps & { close: () => void };

/** Returns the commands for a query, and what is to be said of the search for data. */
function useCommands({ destinations, find, home, close, ...props }: BodyProps, query: string) {
  const router = useRouter();
  const active = useActiveHotkeys();
  const [hotkeys] = useState(active);
  const [recent] = useState(() => recentlyOpened(home));
  const text = query.trim();
  const { found, pending } = useFound(text, find);
  const general = [...(props.commands ?? []), ...useFrameCommands(props.onSignOut)];
  const commandOf = (destination: Destination): Command => ({
    id: destinationId(destination),
    label: destination.label,
    group: destination.group ?? "Go to",
    detail: destination.detail,
    run: () => {
      close();
      rememberOpened(destination);
      router.push(destination.href);
    },
  });
  const actions = [...hotkeys].map(([key, hotkey]) => ({
    id: `key ${key}`,
    label: hotkey.label,
    group: "On this page",
    hotkey: key,
    run: () => {
      close();
      hotkey.run();
    },
  }));
  const always = general.map(({ label, run }) => ({
    id: `do ${label}`,
    label,
    group: "Actions",
    run: () => {
      close();
      run();
    },
  }));
  const first = text === "" ? recent.map(commandOf) : [];
  const pages = destinations.map(commandOf).filter(({ id }) => first.every((other) => other.id !== id));
  const data = { text: found.text, commands: found.destinations.map(commandOf) };
  return {
    commands: paletteCommands([...first, ...pages, ...actions, ...always], data, text),
    pending,
    failed: found.failed,
  };
}

function PaletteBody(props: BodyProps) {
  const [query, setQuery] = useState("");
  const [index, setIndex] = useState(0);
  const listId = useId();
  const { commands: found, pending, failed } = useCommands(props, query);
  const current = found[Math.min(index, found.length - 1)];
  // In a layout effect: its result is drawn and the field has the focus before the next letter comes.
  useLayoutEffect(() => {
    const heard = window.paletteKey;
    if (!heard) return;
    const ahead = heard.typed ?? "";
    heard.typed = null;
    setQuery((typed) => ahead + typed);
  }, []);

  function onKeyDown(event: ReactKeyboardEvent) {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined) {
      event.preventDefault();
      setIndex((Math.min(index, found.length - 1) + step + found.length) % Math.max(1, found.length));
    }
    if (event.key === "Enter" && !event.nativeEvent.isComposing) {
      event.preventDefault();
      current?.run();
    }
  }

  return (
    <>
      <div className="flex items-center gap-3 border-b border-line px-4">
        <Search aria-hidden className="size-4 text-ink-dim" />
        <input
          role="combobox"
          aria-label="Find something, go to a page or do something"
          aria-expanded
          aria-controls={listId}
          aria-activedescendant={current ? `${listId} ${current.id}`.replaceAll(" ", "-") : undefined}
          placeholder="An item, a page, an action"
          maxLength={200}
          value={query}
          onChange={(event) => {
            setQuery(event.target.value);
            setIndex(0);
          }}
          onKeyDown={onKeyDown}
          className="h-12 flex-1 bg-transparent text-[15px] outline-none placeholder:text-ink-dim max-md:text-base"
        />
        <Kbd className="max-md:hidden">Esc</Kbd>
      </div>
      <CommandList id={listId} commands={found} current={current} onPoint={(at) => setIndex(at)} />
      <p role="status" className="px-4 pb-3 text-center text-ink-dim empty:hidden">
        {statusText({ count: found.length, pending, failed })}
      </p>
    </>
  );
}

function statusText({
  count,
  pending,
  failed,
}: {
  count: number;
  pending: boolean;
  failed: boolean;
}): string {
  if (failed) return "The shop's data could not be searched.";
  if (count > 0) return "";
  return pending ? "Searching" : "Nothing found by that name.";
}

function CommandList(props: {
  id: string;
  commands: readonly Command[];
  current: Command | undefined;
  onPoint: (index: number) => void;
}) {
  return (
    <div id={props.id} role="listbox" aria-label="Results" className="max-h-[50dvh] overflow-y-auto p-1.5">
      {props.commands.map((command, index) => (
        <div
          key={command.id}
          id={`${props.id} ${command.id}`.replaceAll(" ", "-")}
          role="option"
          aria-selected={command === props.current}
          ref={(element) => {
            if (command === props.current) element?.scrollIntoView({ block: "nearest" });
          }}
          onClick={command.run}
          onPointerMove={() => props.onPoint(index)}
          className={clsx(
            "flex min-h-9 cursor-pointer items-center gap-3 rounded-lg px-3 py-1.5 max-md:min-h-11",
            command === props.current && "bg-chip",
          )}
        >
          <span className="shrink-0 truncate max-md:max-w-[45%]">{command.label}</span>
          {command.detail ? <bdi className="truncate text-xs text-ink-dim">{command.detail}</bdi> : null}
          <span className="ml-auto text-xs whitespace-nowrap text-ink-dim">{command.group}</span>
          {command.hotkey ? <Kbd className="max-md:hidden">{command.hotkey.toUpperCase()}</Kbd> : null}
        </div>
      ))}
    </div>
  );
}
