"use client";

import { Search } from "lucide-react";
import { useRouter } from "next/navigation";
import { Dialog as RadixDialog } from "radix-ui";
import { type KeyboardEvent as ReactKeyboardEvent, useId, useState } from "react";
import { cn } from "@/app/_components/class-names";
import { scrimClass } from "@/app/_components/ui/dialog-parts";
import { Kbd } from "@/app/_components/ui/kbd";
import { type Command, matchCommands } from "./command-match";
import { useActiveHotkeys } from "./hotkeys";

export type Destination = { href: string; label: string; group?: string; detail?: string };

/** The dialog of the command palette. */
export function PaletteDialog(props: {
  destinations: readonly Destination[];
  open: boolean;
  onOpenChange: (open: boolean) => void;
}) {
  const { open, onOpenChange } = props;
  return (
    <RadixDialog.Root open={open} onOpenChange={onOpenChange}>
      <RadixDialog.Portal>
        <RadixDialog.Overlay className={scrimClass} />
        <RadixDialog.Content
          aria-describedby={undefined}
          className="fixed top-[12dvh] left-1/2 z-50 w-[calc(100vw-32px)] max-w-xl -translate-x-1/2 animate-appear overflow-hidden rounded-2xl bg-raised shadow-float"
        >
          <RadixDialog.Title className="sr-only">Go anywhere</RadixDialog.Title>
          <PaletteBody destinations={props.destinations} close={() => onOpenChange(false)} />
        </RadixDialog.Content>
      </RadixDialog.Portal>
    </RadixDialog.Root>
  );
}

function useCommands(destinations: readonly Destination[], close: () => void): Command[] {
  const router = useRouter();
  const active = useActiveHotkeys();
  const [hotkeys] = useState(active);
  const then = (act: () => void) => () => {
    close();
    act();
  };
  const actions = [...hotkeys].map(([key, hotkey]) => ({
    id: `key ${key}`,
    label: hotkey.label,
    group: "On this page",
    hotkey: key,
    run: then(hotkey.run),
  }));
  const pages = destinations.map(({ href, label, group = "Go to", detail }) => ({
    id: `page ${href}`,
    label,
    group,
    detail,
    run: then(() => router.push(href)),
  }));
  return [...pages, ...actions];
}

function PaletteBody(props: { destinations: readonly Destination[]; close: () => void }) {
  const commands = useCommands(props.destinations, props.close);
  const [query, setQuery] = useState("");
  const [index, setIndex] = useState(0);
  const listId = useId();
  const found = matchCommands(commands, query);
  const current = found[Math.min(index, found.length - 1)];

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
          aria-label="Go to a page or do something"
          aria-expanded
          aria-controls={listId}
          aria-activedescendant={current ? `${listId} ${current.id}`.replaceAll(" ", "-") : undefined}
          placeholder="Go to a page or do something"
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
    </>
  );
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
          className={cn(
            "flex min-h-9 cursor-pointer items-center gap-3 rounded-lg px-3 py-1.5 max-md:min-h-11",
            command === props.current && "bg-chip",
          )}
        >
          <span className="truncate">{command.label}</span>
          {command.detail ? <span className="truncate text-xs text-ink-dim">{command.detail}</span> : null}
          <span className="ml-auto text-xs whitespace-nowrap text-ink-dim">{command.group}</span>
          {command.hotkey ? <Kbd className="max-md:hidden">{command.hotkey.toUpperCase()}</Kbd> : null}
        </div>
      ))}
      {props.commands.length === 0 ? (
        <p className="px-3 py-6 text-center text-ink-dim">Nothing of that name here.</p>
      ) : null}
    </div>
  );
}
