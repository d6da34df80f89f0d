"use client";

import { type ComponentType, useEffect, useState } from "react";
import { whenIdle } from "@/app/_components/load-later";
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

/** Shows a notice and returns the id that `dismissNotice` takes. The timer pauses while the pointer is over it. */
export function notify(notice: Notice): NoticeId {
  notices += 1;
  const id = `notice-${notices}`;
  void standing.then(({ showNotice }) => showNotice(id, notice));
  return id;
}

/** Closes a notice, for example because a key ran its action instead. */
export function dismissNotice(id: NoticeId): void {
  void standing.then(({ hideNotice }) => hideNotice(id));
}

/**
 * The area where notices appear; mounted once, in the providers. Its code is not part of the first load. If it cannot
 * be loaded, because the service is away, it is asked for again until it is there.
 */
export function Toaster() {
  const [area, setArea] = useState<Area | null>(null);
  useEffect(() => {
    let retry: ReturnType<typeof setTimeout> | undefined;
    const load = () => {
      import("./notice-area").then(setArea, () => {
        retry = setTimeout(load, RETRY_MS);
      });
    };
    whenIdle(load);
    return () => clearTimeout(retry);
  }, []);
  return area ? <area.NoticeArea onMounted={() => mounted(area)} /> : null;
}
