"use client";

import { Age } from "@/app/_components/pricing/age";
import { KeyHints } from "@/app/_components/pricing/key-hints";
import { useLocale } from "@/app/_components/pricing/locale";
import { FilterChips } from "@/app/_components/ui/filter-chips";
import { PageHeader } from "@/app/_components/ui/page-header";
import { Select } from "@/app/_components/ui/select";
import { useSummary } from "../../_frame/nav-items";
import { ALL, categoriesOf, filterOptions } from "./arrange";
import { INBOX_HINTS } from "./inbox-keys";
import { pendingText } from "./loaded-count";
import type { InboxState } from "./use-inbox";

/** How many entries are pending and since when, and the filters. */
export function InboxHeader({ inbox }: { inbox: InboxState }) {
  const { waiting, filter, setFilter, loaded } = inbox;
  const locale = useLocale();
  const total = useSummary()?.waiting;
  const [oldest] = waiting;
  const categories = categoriesOf(waiting);
  return (
    <PageHeader
      title="Approvals"
      meta={
        inbox.query.data ? (
          <>
            {pendingText(loaded, total, locale)}
            {oldest ? (
              <>
                {" · oldest "}
                <Age at={oldest.created_at} />
              </>
            ) : null}
          </>
        ) : undefined
      }
      filters={
        waiting.length > 0 ? (
          <div className="flex flex-wrap items-center gap-2">
            <FilterChips
              label="What it is for"
              options={filterOptions(waiting, loaded, filter.show)}
              value={filter.show}
              onValueChange={(show) => setFilter({ show })}
            />
            {categories.length > 1 ? (
              <Select
                aria-label="Category"
                className="h-7 w-36 rounded-full text-xs max-md:hidden"
                options={[
                  { value: ALL, label: loaded.more ? "Any category of those loaded" : "Any category" },
                  ...categories.map((name) => ({ value: name, label: name })),
                ]}
                value={filter.category}
                onValueChange={(category) => setFilter({ category })}
              />
            ) : null}
            {loaded.more ? (
              <span className="text-xs text-ink-dim">
                Filters, groups and their order see the {loaded.rows} loaded.
              </span>
            ) : null}
          </div>
        ) : undefined
      }
      actions={
        <>
          <KeyHints hints={INBOX_HINTS} className="max-2xl:hidden" />
          <KeyHints hints={INBOX_HINTS.slice(-1)} className="2xl:hidden" />
        </>
      }
    />
  );
}
