"use client";

import { createContext, type ReactNode, useContext, useEffect, useMemo, useRef, useState } from "react";
import { layerWhenOpened } from "@/app/_components/when-opened";
import type { Hotkey, HotkeyMap } from "./hotkey";
import { keyName, mayAct } from "./key-press";
import { useSingleKeysAllowed } from "./single-keys";

const KeyHelp = layerWhenOpened(async () => (await import("./key-help")).KeyHelp);

type Registration = { readonly current: HotkeyMap };

type Registry = {
  register: (map: Registration) => () => void;
  /** The keys that are active now; a later registration hides an earlier one of the same key. */
  active: () => ReadonlyMap<string, Hotkey>;
};

const RegistryContext = createContext<Registry | null>(null);

function createRegistry(): Registry {
  const registrations = new Set<Registration>();
  return {
    register(map) {
      registrations.add(map);
      return () => registrations.delete(map);
    },
    active() {
      return new Map([...registrations].flatMap((registration) => Object.entries(registration.current)));
    },
  };
}

/** Listens for the keys that pages register, and opens the list of them on "?". Mounted once. */
export function HotkeyProvider({ children }: { children: ReactNode }) {
  const registry = useMemo(createRegistry, []);
  const [help, setHelp] = useState<ReadonlyMap<string, Hotkey> | null>(null);
  const [allowed, setAllowed] = useSingleKeysAllowed();

  useEffect(() => {
    function onKeyDown(event: KeyboardEvent) {
      const target = event.target instanceof Element ? event.target : null;
      // Held down, Enter would press the same button again and again, over one entry after another.
      if (event.repeat && event.key === "Enter" && target?.closest("button")) event.preventDefault();
      if (!mayAct(event, target, document)) return;
      const name = keyName(event);
      if (name === "?") {
        event.preventDefault();
        setHelp(registry.active());
        return;
      }
      const hotkey = allowed ? registry.active().get(name) : undefined;
      if (!hotkey) return;
      event.preventDefault();
      if (event.repeat && !hotkey.repeats) return;
      hotkey.run();
    }
    window.addEventListener("keydown", onKeyDown);
    return () => window.removeEventListener("keydown", onKeyDown);
  }, [registry, allowed]);

  return (
    <RegistryContext value={registry}>
      {children}
      {help ? (
        <KeyHelp keys={help} onClose={() => setHelp(null)} allowed={allowed} onAllowedChange={setAllowed} />
      ) : null}
    </RegistryContext>
  );
}

function useRegistry(): Registry {
  const registry = useContext(RegistryContext);
  if (!registry) throw new Error("useHotkeys needs a HotkeyProvider above it");
  return registry;
}

/**
 * Makes keys work while the component is mounted and `enabled`. The map may be a new object on every
 * render; the newest one is used. Keys do nothing while someone types, holds a modifier or has a dialog open.
 */
export function useHotkeys(map: HotkeyMap, { enabled = true }: { enabled?: boolean } = {}): void {
  const registry = useRegistry();
  const newest = useRef(map);
  useEffect(() => {
    newest.current = map;
  });
  useEffect(() => (enabled ? registry.register(newest) : undefined), [registry, enabled]);
}

/** Returns a getter for the keys that are active now, for the command palette. */
export function useActiveHotkeys(): () => ReadonlyMap<string, Hotkey> {
  return useRegistry().active;
}
