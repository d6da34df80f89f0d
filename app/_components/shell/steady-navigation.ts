"use client";

import { useEffect } from "react";
import { dismissNotice, type NoticeId, notify } from "@/app/_components/ui/toast";

const ASKED_AGAIN_AFTER_MS = 1_500;
/** What a proxy answers while the service behind it is away. */
const AWAY: ReadonlySet<number> = new Set([502, 503, 504]);

/** Whether a request asks for the page that a link leads to; pages that are only fetched ahead may fail in silence. */
function opensPage(init: RequestInit | undefined): boolean {
  const headers = new Headers(init?.headers);
  const isAhead = headers.has("next-router-prefetch") || headers.has("next-router-segment-prefetch");
  return headers.get("rsc") === "1" && !isAhead && (init?.method ?? "GET") === "GET";
}

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

const neverOpened = (notice: NoticeId): Promise<Response> => {
  dismissNotice(notice);
  return new Promise(() => undefined);
};

/** The page that was asked for last: nobody waits for the earlier ones any more. */
let newest: symbol | null = null;

/** Asks until the service answers; a notice says so meanwhile. @throws what `ask` throws once it is aborted */
async function untilAnswered(ask: () => Promise<Response>, init: RequestInit | undefined): Promise<Response> {
  const own = Symbol("page");
  newest = own;
  let notice: NoticeId | null = null;
  try {
    for (;;) {
      const answer = await ask().catch((error: unknown) => {
        if (init?.signal?.aborted) throw error;
        return null;
      });
      if (answer && !AWAY.has(answer.status)) return answer;
      notice ??= notify({
        title: "The service does not answer",
        detail: "This page stays as it is. The next one opens when the service is back.",
        tone: "bad",
        durationMs: null,
      });
      await pause(ASKED_AGAIN_AFTER_MS);
      if (newest !== own) return neverOpened(notice);
    }
  } finally {
    if (notice !== null) dismissNotice(notice);
  }
}

/**
 * Keeps a click on a link within the app while the service is away. The router would leave for the browser's error page
 * when the request for a page fails, and what the reader had before them would be gone; it offers no other hook than
 * the request itself.
 */
export function useSteadyNavigation(): void {
  useEffect(() => {
    const { fetch } = window;
    window.fetch = (input, init) =>
      opensPage(init) ? untilAnswered(() => fetch(input, init), init) : fetch(input, init);
    return () => {
      window.fetch = fetch;
    };
  }, []);
}
