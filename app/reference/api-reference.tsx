"use client";

import { useTheme } from "next-themes";
import { useEffect, useRef, useState } from "react";
import { ErrorState } from "@/app/_components/ui/error-state";
import { SkeletonRows } from "@/app/_components/ui/skeleton";
import { loadReferenceScript } from "./reference-script";
import { stayAtRow } from "./stay-at-row";

type Progress = "loading" | "shown" | "failed";

/**
 * Loads the OpenAPI document and renders it. The document is loaded here rather than by the reference component, so
 * that a failure shows our own message with a way to try again. Every request of the component to other origins is
 * disabled: fonts, telemetry, agent and sharing.
 */
export function ApiReference({ documentUrl }: { documentUrl: string }) {
  const container = useRef<HTMLDivElement>(null);
  const { resolvedTheme } = useTheme();
  const [progress, setProgress] = useState<Progress>("loading");
  const [attempt, setAttempt] = useState(0);

  useEffect(() => {
    const element = container.current;
    if (!element || resolvedTheme === undefined) return;
    const leaving = new AbortController();
    let unmount: (() => void) | undefined;
    // Read before rendering: the reference overwrites the address's hash while it is scrolled.
    const row = window.location.hash.slice(1);
    async function draw(into: HTMLDivElement) {
      try {
        const [response, { createApiReference }] = await Promise.all([
          fetch(documentUrl, { signal: leaving.signal }),
          loadReferenceScript(),
        ]);
        if (!response.ok) throw new Error(`The document answered ${response.status}`);
        const content = await response.text();
        if (leaving.signal.aborted) return;
        const drawn = createApiReference(into, {
          content,
          darkMode: resolvedTheme === "dark",
          hideDarkModeToggle: true,
          withDefaultFonts: false,
          telemetry: false,
          agent: { disabled: true },
          mcp: { disabled: true },
          showDeveloperTools: "never",
          hideClientButton: true,
          customCss: REFERENCE_CSS,
        });
        const leaveRow = stayAtRow(row);
        unmount = () => {
          leaveRow();
          drawn.destroy();
        };
        setProgress("shown");
      } catch {
        if (!leaving.signal.aborted) setProgress("failed");
      }
    }
    setProgress("loading");
    void draw(element);
    return () => {
      leaving.abort();
      unmount?.();
    };
  }, [documentUrl, resolvedTheme, attempt]);

  return (
    <>
      {progress === "loading" ? <SkeletonRows rows={8} label="Loading the reference" /> : null}
      {progress === "failed" ? (
        <ErrorState
          title="The reference could not be loaded"
          message="The document it is drawn from did not arrive."
          onRetry={() => setAttempt(attempt + 1)}
        />
      ) : null}
      <div ref={container} />
    </>
  );
}

/** Applies the product's colours and typeface to the reference. */
const REFERENCE_CSS = `
  .light-mode, .dark-mode {
    --scalar-font: "Inter Variable", ui-sans-serif, system-ui, sans-serif;
    --scalar-font-code: ui-monospace, SFMono-Regular, Menlo, monospace;
    --scalar-background-1: var(--panel);
    --scalar-background-2: var(--canvas);
    --scalar-background-3: var(--chip);
    --scalar-border-color: var(--line);
    --scalar-color-1: var(--ink);
    --scalar-color-2: var(--ink-soft);
    --scalar-color-3: var(--ink-dim);
    --scalar-color-accent: var(--accent);
    --scalar-background-accent: var(--accent-soft);
  }
`;
