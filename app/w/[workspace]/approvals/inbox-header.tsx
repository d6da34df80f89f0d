"use client";

import { Age } from "@/app/_components/pricing/age";
import { formatCount } from "@/app/_components/pricing/format";
import { KeyHints } from "@/app/_components/pricing/key-hints";
import { useLocale } from "@/app/_components/pricing/locale";
import { PageHeader } from "@/app/_components/ui/page-header";
import { useSummary } from "../_frame/nav-items";
import { InboxFilters } from "./inbox-filters";
import { INBOX_HINTS } from "./inbox-keys";
import type { InboxState } from "./use-inbox";

/** How many entries are pending and since when, and the filters. */
export function InboxHeader({ inbox }: { inbox: InboxState }) {
  const { total, isFiltered, counts } = inbox;
  const locale = useLocale();
  const all = useSummary()?.waiting;
  const text = (count: number) => formatCount(count, locale);
  return (
    <PageHeader
      title="Approvals"
      meta={
        inbox.query.data ? (
          <>
            {isFiltered && all !== undefined
              ? `${text(total)} of ${text(all)} waiting`
              : `${text(total)} waiting`}
            {counts?.oldest ? (
              <>
                {" · oldest "}
                <Age at={counts.oldest} />
              </>
            ) : null}
          </>
        ) : undefined
      }
      filters={inbox.query.data && (total > 0 || isFiltered) ? <InboxFilters inbox={inbox} /> : undefined}
      actions={
        <>
          <KeyHints hints={INBOX_HINTS} className="max-2xl:hidden" />
          <KeyHints hints={INBOX_HINTS.slice(-1)} className="2xl:hidden" />
        </>
      }
    />
  );
}
