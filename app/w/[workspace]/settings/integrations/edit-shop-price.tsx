"use client";

import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { typedAmount } from "@/app/_components/pricing/typed-amount";
import { Button } from "@/app/_components/ui/button";
import { Field } from "@/app/_components/ui/field";
import { DialogButton, FormDialog } from "@/app/_components/ui/form-dialog";
import { Input } from "@/app/_components/ui/input";
import { notify } from "@/app/_components/ui/toast";
import { useTRPC } from "@/app/_trpc/client";
import { type Failure, failureOf, issueAt } from "@/app/_trpc/failure";
import type { Integration } from "./integration";
import { Problem } from "./problem";

/** Edits a price in the sandbox store as a person in the shop does. */
export function EditShopPrice({ store }: { store: Integration }) {
  return (
    <DialogButton trigger={<Button size="sm">Edit a price in the shop</Button>}>
      {(close) => <EditForm store={store} onDone={close} />}
    </DialogButton>
  );
}

const BLANK = { sku: "", price: "", sale_price: "", compare_at_price: "" };
type Typed = typeof BLANK;

const AMOUNTS = [
  { name: "price", label: "Price", optional: false, hint: undefined },
  { name: "sale_price", label: "Sale price", optional: true, hint: "What shoppers pay; empty ends a sale." },
  { name: "compare_at_price", label: "Struck-through price", optional: true, hint: undefined },
] as const;

/** A problem of an amount is reported at the amount or at one of its parts. */
const amountIssue = (failure: Failure | null, name: string): string | undefined =>
  issueAt(failure, name) ?? issueAt(failure, `${name}.amount`) ?? issueAt(failure, `${name}.currency`);

const PATHS = [
  "sku",
  ...AMOUNTS.flatMap(({ name }) => [name, `${name}.amount`, `${name}.currency`]),
] as const;

function EditForm({ store, onDone }: { store: Integration; onDone: () => void }) {
  const trpc = useTRPC();
  const [typed, setTyped] = useState<Typed>(BLANK);
  const edit = useMutation(
    trpc.rehearsals.editPrice.mutationOptions({
      onSuccess: ({ sku }) => {
        notify({ title: `${sku} was edited in the shop`, detail: "The next sync finds it." });
        onDone();
      },
    }),
  );
  const failure = edit.error ? failureOf(edit.error) : null;
  const money = (amount: string) => ({
    amount: typedAmount(amount, store.currency ?? ""),
    currency: store.currency ?? "",
  });
  const optional = (amount: string) => (amount.trim() === "" ? null : money(amount));
  const submit = () =>
    edit.mutate({
      integration_id: store.id,
      sku: typed.sku.trim(),
      price: money(typed.price),
      sale_price: optional(typed.sale_price),
      compare_at_price: optional(typed.compare_at_price),
    });
  const set = (name: keyof Typed) => (value: string) => setTyped({ ...typed, [name]: value });
  return (
    <FormDialog
      title="Edit a price in the shop"
      description="As a person in the shop would, without Pricecheck. The catalog shows it after the next sync."
      submitLabel="Edit the price"
      onSubmit={submit}
      pending={edit.isPending}
      onLeave={onDone}
    >
      <Field label="SKU" error={issueAt(failure, "sku")}>
        <Input
          required
          autoComplete="off"
          spellCheck={false}
          value={typed.sku}
          onChange={(event) => set("sku")(event.target.value)}
        />
      </Field>
      {AMOUNTS.map(({ name, label, optional: isOptional, hint }) => (
        <Field
          key={name}
          label={`${label}${store.currency ? `, ${store.currency}` : ""}`}
          optional={isOptional}
          hint={hint}
          error={amountIssue(failure, name)}
        >
          <Input
            numeric
            required={!isOptional}
            autoComplete="off"
            value={typed[name]}
            onChange={(event) => set(name)(event.target.value)}
          />
        </Field>
      ))}
      <Problem failure={failure} fields={PATHS} />
    </FormDialog>
  );
}
