"use client";

import { type ComponentProps, type ComponentType, type ReactNode, useState } from "react";
import { useHydrated } from "@/app/_components/use-hydrated";
import type { OpenedMenuProps } from "./opened-menu";
import { notify } from "./toast";

const loadOpened = async () => (await import("./opened-menu")).OpenedMenu;

/**
 * A menu on every page whose list is not part of the first load: it is loaded when the pointer or the focus reaches
 * the button, and stands in its place from the first press on.
 * @param props.list loads the list, the content of a `MenuContent`
 */
export function LateMenu<Props extends object>({
  list,
  listProps,
  ...button
}: ComponentProps<"button"> & {
  children: ReactNode;
  list: () => Promise<ComponentType<Props>>;
  listProps: Props;
}) {
  const hydrated = useHydrated();
  const [opened, setOpened] = useState<{
    Menu: ComponentType<OpenedMenuProps>;
    List: ComponentType<Props>;
  } | null>(null);
  const [loading, setLoading] = useState(false);
  if (opened) {
    return (
      <opened.Menu button={button}>
        <opened.List {...listProps} />
      </opened.Menu>
    );
  }
  const load = () => Promise.all([loadOpened(), list()]);
  const ahead = () => void load().catch(() => undefined);
  async function open(pressed: HTMLElement) {
    setLoading(true);
    try {
      const [Menu, List] = await load();
      // Who has moved on meanwhile keeps their place.
      const focused = document.activeElement;
      if (focused === pressed || focused === document.body || focused === null) setOpened({ Menu, List });
    } catch {
      notify({ title: "The menu could not be loaded", detail: "Try again in a moment.", tone: "bad" });
    } finally {
      setLoading(false);
    }
  }
  return (
    <button
      type="button"
      aria-haspopup="menu"
      aria-expanded={false}
      aria-busy={loading || undefined}
      disabled={!hydrated}
      {...button}
      onPointerEnter={ahead}
      onFocus={ahead}
      onClick={({ currentTarget }) => void open(currentTarget)}
      onKeyDown={(event) => {
        if (event.key !== "ArrowDown") return;
        event.preventDefault();
        void open(event.currentTarget);
      }}
    />
  );
}
