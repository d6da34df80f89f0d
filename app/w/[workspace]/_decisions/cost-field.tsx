"use client";

import { useMutation } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { Price } from "@/app/_components/pricing/price";
import { typedAmount } from "@/app/_components/pricing/typed-amount";
import { Button } from "@/app/_components/ui/button";
import { Field } from "@/app/_components/ui/field";
import { Input } from "@/app/_components/ui/input";
import { notify } from "@/app/_components/ui/toast";
import { useWorkspace } from "@/app/_session/workspace";
import { useTRPC } from "@/app/_trpc/client";
import { failureOf, issueAt } from "@/app/_trpc/failure";
import { callContext } from "@/app/_trpc/lost/response-link";
import type { RecommendationDetail } from "./recommendation-detail";
import { useRefresh } from "./use-refresh";

/**
 * The field for the cost that advice asks for; nothing for other recommendations, for people who may not edit items,
 * and once the advice is decided or the cost known.
 */
export function CostField({ rec }: { rec: RecommendationDetail }) {
  const { may } = useWorkspace();
  const currency = rec.current_price?.currency;
  const isAsked = rec.kind === "cost_review" && (rec.status === "new" || rec.status === "snoozed");
  if (!isAsked || currency === undefined || !may("catalog:write")) return null;
  const known = rec.moved.cost;
  if (known)
    return (
      <p className="mt-3 text-ink-soft">
        The cost is <Price money={known} /> by now; the next run prices the item with it.
      </p>
    );
  return <CostForm key={rec.id} rec={rec} currency={currency} />;
}

function CostForm({ rec, currency }: { rec: RecommendationDetail; currency: string }) {
  const refresh = useRefresh();
  const [amount, setAmount] = useState(rec.cost?.amount ?? "");
  const { item } = rec;
  const save = useMutation(
    useTRPC().catalog.edit.mutationOptions({
      trpc: { context: callContext({ says: `Set the cost of ${item.title}` }) },
      onSettled: refresh,
    }),
  );
  const refused = save.data?.rows[0]?.issues?.[0]?.message;
  const failure = save.error ? failureOf(save.error) : null;
  const error = refused ?? issueAt(failure, "items.0.cost.amount") ?? failure?.message;
  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault();
    const cost = { amount: typedAmount(amount, currency), currency };
    const { updated } = await save.mutateAsync({
      items: [{ item_id: item.id, cost, seen: { cost: rec.cost } }],
    });
    if (updated > 0)
      notify({ title: `${item.title}: cost saved`, detail: "The next run prices it with this." });
  }
  return (
    <form className="mt-4" onSubmit={(event) => void submit(event).catch(() => undefined)}>
      <Field
        label={`Cost in ${currency}`}
        error={error}
        hint={
          rec.cost === null
            ? "For one unit, without VAT."
            : "Save it as it is to confirm that it still holds."
        }
      >
        <div className="flex gap-2">
          <Input
            numeric
            className="max-w-40"
            value={amount}
            onChange={(event) => setAmount(event.target.value)}
          />
          <Button type="submit" loading={save.isPending} disabled={amount.trim() === ""}>
            Save the cost
          </Button>
        </div>
      </Field>
    </form>
  );
}
