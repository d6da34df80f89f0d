"use client";

import dynamic from "next/dynamic";
import type { ComponentType } from "react";
import { notify } from "./ui/toast";

const Nothing = () => null;

/**
 * Returns a component whose code is loaded when it is first drawn: for what opens by a press and weighs more than the page
 * around it may. If the code cannot be loaded, a notice says so, and the page stays as it is.
 * @param load imports the component
 */
export const whenOpened = <Props extends object>(
  load: () => Promise<ComponentType<Props>>,
): ComponentType<Props> =>
  dynamic<Props>(() =>
    load().catch(() => {
      notify({
        title: "A part of this page could not be loaded",
        detail: "Reload the page when the service is back.",
        tone: "bad",
        durationMs: null,
      });
      return Nothing;
    }),
  );
