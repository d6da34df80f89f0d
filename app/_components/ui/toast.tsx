"use client";

import { type ComponentType, useEffect, useState } from "react";
import { whenUsed } from "@/app/_components/when-used";
import type { Notice, NoticeId } from "./notice";

const RETRY_MS = 2_000;

/** What the code of the area gives: the area itself, and how a notice appears in it. */
interface Area {
  readonly NoticeArea: ComponentType<{ onMounted: () => void }>;
  readonly showNotice: (id: NoticeId, notice: Notice) => void;
  readonly hideNotice: (id: NoticeId) => void;
}

let mounted: (area: Area) => void;
/** The area for notices, once it stands on the page. What is shown before then waits for it, in order. */
const standing = new Promise<Area>((resolve) => {
  mounted = resolve;
});
let notices = 0;
/** Loads the area at once, if it is on the page and not loaded yet. */
let loadNow = () => {};

/** Shows a notice and returns the id that `dismissNotice` takes. The timer pauses while the pointer is over it. */
export function notify(notice: Notice): NoticeId {
  notices += 1;
  const id = `notice-${notices}`;
  loadNow();
  void standing.then(({ showNotice }) => showNotice(id, notice));
  return id;
}

/** Closes a notice, for example because a key ran its action instead. */
export function dismissNotice(id: NoticeId): void {
  void standing.then(({ hideNotice }) => hideNotice(id));
}

/**
 * The area where notices appear; mounted once, in the providers. Its code is loaded when the reader begins, or with the first notice. If it cannot
 * be loaded, because the service is away, it is asked for again until it is there.
 */
export function Toaster() {
  const [area, setArea] = useState<Area | null>(null);
  useEffect(() => {
    let retry: ReturnType<typeof setTimeout> | undefined;
    let loading = false;
    const load = () => {
      if (loading) return;
      loading = true;
      import("./notice-area").then(setArea, () => {
        loading = false;
        retry = setTimeout(load, RETRY_MS);
      });
    };
    loadNow = load;
    const forget = whenUsed(load);
    return () => {
      forget();
      clearTimeout(retry);
    };
  }, []);
  return area ? <area.NoticeArea onMounted={() => mounted(area)} /> : null;
}
