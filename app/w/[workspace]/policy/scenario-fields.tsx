"use client";

import { useState } from "react";
import { Field } from "@/app/_components/ui/field";
import { Input } from "@/app/_components/ui/input";
import { useWorkspace } from "@/app/_session/workspace";
import { ratioOfPercent } from "@/server/domain/percent";
import { Scenario } from "@/server/domain/pricing/scenario";

/** What is typed about other costs and markets, as percentages. */
export interface TypedScenario {
  readonly costs: string;
  readonly market: string;
  /** What it supposes; null if nothing is typed. */
  readonly scenario: Scenario | null;
  readonly costsError: string | undefined;
  readonly marketError: string | undefined;
  /** Whether all that is typed can be supposed. */
  readonly isValid: boolean;
  set(typed: { costs?: string; market?: string }): void;
}

const RANGE = "A percentage above −100, to 1000; empty leaves it as it is.";

/** Stores what is typed about other costs and markets, on this page only. */
export function useTypedScenario(): TypedScenario {
  const [typed, setTyped] = useState({ costs: "", market: "" });
  const { shape } = Scenario;
  const costs = shape.cost_change.safeParse(changeOf(typed.costs));
  const market = shape.competitor_price_change.safeParse(changeOf(typed.market));
  const isValid = costs.success && market.success;
  const scenario = Scenario.safeParse({ cost_change: costs.data, competitor_price_change: market.data });
  return {
    ...typed,
    scenario: isValid && scenario.success ? scenario.data : null,
    costsError: costs.success ? undefined : RANGE,
    marketError: market.success ? undefined : RANGE,
    isValid,
    set: (next) => setTyped((before) => ({ ...before, ...next })),
  };
}

const changeOf = (percent: string): string | undefined =>
  percent.trim() === "" ? undefined : ratioOfPercent(percent);

/** Lets those who may preview suppose other costs and competitors' prices. */
export function ScenarioFields({ typed }: { typed: TypedScenario }) {
  const { may } = useWorkspace();
  return (
    <fieldset
      aria-label="What is supposed"
      disabled={!may("settings:policy")}
      className="flex min-w-0 flex-wrap items-start gap-x-4 gap-y-2"
    >
      <Field label="Suppose costs change by (%)" error={typed.costsError} className="w-56 max-md:w-full">
        <Input
          numeric
          placeholder="as they are"
          value={typed.costs}
          onChange={({ target }) => typed.set({ costs: target.value })}
        />
      </Field>
      <Field
        label="Suppose competitors' prices change by (%)"
        error={typed.marketError}
        className="w-72 max-md:w-full"
      >
        <Input
          numeric
          placeholder="as they are"
          value={typed.market}
          onChange={({ target }) => typed.set({ market: target.value })}
        />
      </Field>
    </fieldset>
  );
}
