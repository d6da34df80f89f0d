"use client";

import { debounce, useQueryStates } from "nuqs";
import { TYPING_PAUSE_MS } from "@/app/_components/ui/search-field";
import { criteriaOf, INBOX_PARAMETERS, type InboxFilter } from "./inbox-parameters";

const NO_FILTER = {
  show: null,
  q: null,
  category: null,
  brand: null,
  tag: null,
  guard: null,
  confidence: null,
  age: null,
  money: null,
  margin: null,
  order: null,
};

/** The filters, the order and the open entry, as the address has them. */
export function useInboxAddress() {
  const [params, setParams] = useQueryStates(INBOX_PARAMETERS);
  const { rec, batch, ...filter } = params;
  return {
    rec,
    batchId: batch,
    filter,
    criteria: criteriaOf(filter),
    setBatch: (id: string | null) => void setParams({ batch: id }),
    setRec: (id: string | null) => void setParams({ rec: id }),
    /** Typed text changes the address after a pause. */
    setFilter: (next: Partial<InboxFilter>) =>
      void setParams(
        { ...next, rec: null },
        "q" in next ? { limitUrlUpdates: debounce(TYPING_PAUSE_MS) } : {},
      ),
    clearFilter: () => void setParams({ ...NO_FILTER, rec: null }),
  };
}
