"use client";

import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useEffect, useMemo, useState } from "react";
import { useTRPC } from "@/app/_trpc/client";
import { PolicyDocument, ScopeMatch } from "@/server/domain/pricing/policy";
import { valueAt } from "./draft";
import type { JsonValue } from "./policy-text";
import { useSetting } from "./setting-fields";

/** How many items match the scopes of a draft. */
export interface ScopeCounts {
  /**
   * Returns the count of the scope at an index of the list; null while unknown, or if the scope matches nothing yet.
   */
  of(index: number): number | null;
  /** The count of items that match no scope; null while unknown. */
  readonly rest: number | null;
}

interface Countable {
  readonly index: number;
  readonly scope: ScopeMatch;
}

/** So long nothing is typed before items are counted again. */
const TYPED_MS = 300;

/** Counts the items of each valid scope, again once a scope's conditions have changed and nothing more is typed. */
export function useScopeCounts(scopes: readonly JsonValue[]): ScopeCounts {
  const trpc = useTRPC();
  const { value } = useSetting("currency");
  const currency = PolicyDocument.shape.currency.safeParse(value);
  const countableScopes = useMemo(() => countable(scopes), [scopes]);
  const asked = useSettled(countableScopes);
  const { data, isError } = useQuery({
    ...trpc.policy.countItems.queryOptions({
      currency: currency.data ?? "",
      scopes: asked.map(({ scope }) => scope),
    }),
    enabled: currency.success,
    placeholderData: keepPreviousData,
  });
  const counts = currency.success && !isError ? data : undefined;
  return {
    of: (index) => counts?.scopes[asked.findIndex((each) => each.index === index)] ?? null,
    rest: counts?.rest ?? null,
  };
}

function countable(scopes: readonly JsonValue[]): Countable[] {
  return scopes.flatMap((json, index) => {
    const { success, data } = ScopeMatch.safeParse({
      match: valueAt(json, "match"),
      priority: valueAt(json, "priority"),
    });
    return success && Object.values(data.match).some((part) => part !== undefined)
      ? [{ index, scope: data }]
      : [];
  });
}

/** Returns a value once it has not changed for a moment. */
export function useSettled<T>(value: T): T {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), TYPED_MS);
    return () => clearTimeout(timer);
  }, [value]);
  return settled;
}
