"use client";

import { type ReactNode, useState } from "react";
import { SplitView } from "@/app/_components/shell/split-view";
import { whenOpened } from "@/app/_components/when-opened";
import { EntryPanel } from "./entry-panel";
import { useInboxDecisions } from "./inbox-decisions";
import { useInboxKeys } from "./inbox-keys";
import { InboxList } from "./inbox-list";
import type { InboxState } from "./use-inbox";

const BulkPanel = whenOpened(async () => (await import("./bulk-panel")).BulkPanel);

/** The list, beside it the open entry or the chosen ones, and the keys that decide. */
export function InboxPanel({
  inbox,
  header,
  nothing,
}: {
  inbox: InboxState;
  header: ReactNode;
  nothing: ReactNode;
}) {
  const { current, entries } = inbox;
  const { bulk } = useInboxDecisions();
  const [phoneShows, setPhoneShows] = useState<"list" | "detail">("detail");
  useInboxKeys(inbox);
  const open = (id: string) => {
    inbox.open(id);
    setPhoneShows("detail");
  };
  return (
    <SplitView
      header={header}
      isEmpty={entries.length === 0 && !bulk.open && !current}
      phoneShows={bulk.open ? "detail" : current ? phoneShows : "list"}
      list={entries.length === 0 ? nothing : <InboxList inbox={inbox} onOpen={open} />}
      detail={
        bulk.open ? (
          <BulkPanel />
        ) : current ? (
          <EntryPanel inbox={inbox} entry={current} onList={() => setPhoneShows("list")} />
        ) : null
      }
    />
  );
}
