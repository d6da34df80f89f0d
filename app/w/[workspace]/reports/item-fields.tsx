"use client";

import { useQuery } from "@tanstack/react-query";
import { Field } from "@/app/_components/ui/field";
import { Select } from "@/app/_components/ui/select";
import { useTRPC } from "@/app/_trpc/client";
import type { ChoiceChange, ReportChoice } from "./report-address";

/** The value of the option that removes a filter: no category or brand is empty. */
const NO_TEXT = "\u0000";

/** The fields that choose the category and the brand of the rows' items, from those of the catalog. */
export function ItemFields(props: { choice: ReportChoice; onChoose: (change: ChoiceChange) => void }) {
  const { choice, onChoose } = props;
  const counts = useQuery(useTRPC().catalog.counts.queryOptions({})).data;
  return (["category", "brand"] as const).map((name) => {
    const chosen = choice[name];
    const known = counts?.facets[name].map(({ value }) => value) ?? [];
    // One that the address names stays an option, also if no item has it.
    const values = chosen === "" || known.includes(chosen) ? known : [chosen, ...known];
    return (
      <Field key={name} label={name === "category" ? "Category" : "Brand"}>
        <Select
          value={chosen === "" ? NO_TEXT : chosen}
          onValueChange={(value) => onChoose({ [name]: value === NO_TEXT ? null : value })}
          options={[
            { value: NO_TEXT, label: `Any ${name}` },
            ...values.map((value) => ({ value, label: value })),
          ]}
        />
      </Field>
    );
  });
}
