"use client";

import type { ComponentProps, ComponentType, ReactNode } from "react";
import { useHydrated } from "@/app/_components/use-hydrated";
import { useLate } from "./use-late";

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
  const load = async () => {
    const [Menu, List] = await Promise.all([loadOpened(), list()]);
    return { Menu, List };
  };
  const { code, loading, ahead, open } = useLate(load, "The menu");
  if (code) {
    return (
      <code.Menu button={button}>
        <code.List {...listProps} />
      </code.Menu>
    );
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
