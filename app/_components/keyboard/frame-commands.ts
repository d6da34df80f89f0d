"use client";

import { useTheme } from "next-themes";

/** What the palette does from every page. */
export type FrameCommand = { label: string; run: () => void };

const THEMES = { light: "light", dark: "dark", system: "as the system" } as const;

/** Returns the choices of appearance other than the present one, and the way out. */
export function useFrameCommands(onSignOut: () => void): FrameCommand[] {
  const { theme, setTheme } = useTheme();
  return [
    ...Object.entries(THEMES)
      .filter(([value]) => value !== theme)
      .map(([value, name]) => ({ label: `Appearance: ${name}`, run: () => setTheme(value) })),
    { label: "Sign out", run: onSignOut },
  ];
}
