"use client";

import { Age } from "@/app/_components/pricing/age";
import { useSummary } from "./nav-items";

/** One line about the connected store: which, and when it was last read. */
export function StoreLine() {
  const summary = useSummary();
  if (!summary) return null;
  if (!summary.store) return <>No store connected</>;
  const { title: name, last_synced_at: syncedAt } = summary.store;
  if (syncedAt === null) return <>{name} · not read yet</>;
  return (
    <>
      {name} · synced <Age at={syncedAt} phrase="short" />
    </>
  );
}
