"use client";

import { useEffect } from "react";

/** Names the browser's tab after what its page shows, such as one item; the page's own name stands until then. */
export function PageTitle({ title }: { title: string }) {
  useEffect(() => {
    document.title = `${title} · Pricecheck`;
  }, [title]);
  return null;
}
