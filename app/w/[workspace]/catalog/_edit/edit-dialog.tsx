"use client";

import { useState } from "react";
import { Banner } from "@/app/_components/ui/banner";
import { Button } from "@/app/_components/ui/button";
import { Dialog, DialogContent } from "@/app/_components/ui/dialog";
import { FormDialog } from "@/app/_components/ui/form-dialog";
import { failureOf } from "@/app/_trpc/failure";
import type { EditableAmount } from "@/server/domain/items/item-edit";
import { CommonAmount, OneAmount } from "./amount-fields";
import { EditEffect } from "./edit-effect";
import {
  EDITED_AMOUNTS,
  type EditableItem,
  type Edited,
  type EditedRow,
  isEmptyEdit,
  planOf,
  readEdit,
  rowsOf,
  type TypedAmount,
  type TypedEdit,
} from "./edit-plan";
import { TagFields, tagCounts } from "./tag-fields";
import { refusalReasons, useEditItems } from "./use-edit-items";

const TITLES: Readonly<Record<Edited, string>> = {
  cost: "Edit cost",
  limits: "Edit limits",
  tags: "Edit tags",
};

interface EditDialogProps {
  readonly edited: Edited;
  readonly items: readonly EditableItem[];
  readonly onClose: () => void;
  /** Called with what became of each item, once those that were not refused are written. */
  readonly onDone?: (rows: readonly EditedRow[]) => void;
}

/** The form that edits one item or several. It stays open on an error, and where items were refused it lists them. */
export function EditDialog(props: EditDialogProps) {
  const { edited, onClose, onDone } = props;
  // What the form shows is what is sent as seen: a list that is refreshed behind it must not pass for seen.
  const [items] = useState(props.items);
  const edit = useEditItems();
  const refused = edit.data ? refusalReasons(edit.data.rows) : [];
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()}>
      {refused.length > 0 ? (
        <Refused refused={refused} items={items} onClose={onClose} />
      ) : (
        <EditForm
          edited={edited}
          items={items}
          pending={edit.isPending}
          failure={edit.error ? failureOf(edit.error).message : null}
          onLeave={onClose}
          onSend={(rows) =>
            edit.mutate(
              { items: rows },
              {
                onSuccess: (answer) => {
                  onDone?.(answer.rows);
                  if (refusalReasons(answer.rows).length === 0) onClose();
                },
              },
            )
          }
        />
      )}
    </Dialog>
  );
}

function EditForm(props: {
  edited: Edited;
  items: readonly EditableItem[];
  pending: boolean;
  failure: string | null;
  onLeave: () => void;
  onSend: (rows: ReturnType<typeof rowsOf>) => void;
}) {
  const { edited, items } = props;
  const currency = usualCurrency(items);
  const [one] = items.length === 1 ? items : [];
  const [typed, setTyped] = useState<TypedEdit>(() => initialEdit(edited, one));
  const [shownErrors, setShownErrors] = useState(false);
  const { edit, errors } = readEdit(typed, currency);
  const isBad = Object.keys(errors).length > 0;
  const plan = planOf(items, edit);
  const AmountField = one ? OneAmount : CommonAmount;
  return (
    <FormDialog
      title={one ? `${TITLES[edited]} of ${one.title}` : `${TITLES[edited]} of ${items.length} items`}
      description={
        edited === "cost"
          ? "A cost counts as confirmed now. Prices already recommended are checked against it again before they are written."
          : edited === "limits"
            ? "No price outside of these limits is recommended, approved or written."
            : "Tags decide which rules of the policy an item follows."
      }
      submitLabel={one ? "Save" : `Change ${plan.changes.length + plan.confirmed + plan.unchanged} items`}
      pending={props.pending}
      disabled={!isBad && isEmptyEdit(edit)}
      onLeave={props.onLeave}
      onSubmit={() => {
        if (isBad) setShownErrors(true);
        else props.onSend(rowsOf(items, edit));
      }}
    >
      {EDITED_AMOUNTS[edited].map((name, at) => (
        <AmountField
          key={name}
          name={name}
          currency={currency}
          typed={typed.amounts[name] ?? KEPT}
          error={shownErrors ? errors[name] : undefined}
          autoFocus={at === 0}
          onChange={(amount) => setTyped({ ...typed, amounts: { ...typed.amounts, [name]: amount } })}
        />
      ))}
      {edited === "tags" ? (
        <TagFields tags={tagCounts(items)} of={items.length} typed={typed} onChange={setTyped} />
      ) : null}
      {isEmptyEdit(edit) || isBad ? null : <EditEffect plan={plan} />}
      {props.failure ? <Banner tone="bad">{props.failure}</Banner> : null}
    </FormDialog>
  );
}

const KEPT: TypedAmount = { mode: "keep", text: "" };

/** The form at first: of one item with its amounts, of several with nothing. */
function initialEdit(edited: Edited, one: EditableItem | undefined): TypedEdit {
  const amountOf = (name: EditableAmount): TypedAmount => {
    if (!one) return edited === "cost" ? { mode: "set", text: "" } : KEPT;
    return { mode: "keep", text: one[name]?.amount ?? "" };
  };
  const amounts = Object.fromEntries(EDITED_AMOUNTS[edited].map((name) => [name, amountOf(name)]));
  return { amounts, addTags: "", removeTags: [] };
}

/** The currency that most of the items are priced in. */
function usualCurrency(items: readonly EditableItem[]): string {
  const counts = new Map<string, number>();
  for (const { currency } of items) counts.set(currency, (counts.get(currency) ?? 0) + 1);
  return [...counts].sort(([, a], [, b]) => b - a)[0]?.[0] ?? "";
}

/** The items that were refused, each with its reason, after the others were written. */
function Refused(props: {
  refused: readonly { readonly itemId: string; readonly reason: string }[];
  items: readonly EditableItem[];
  onClose: () => void;
}) {
  const titles = new Map(props.items.map(({ id, title }) => [id, title]));
  const count = props.refused.length;
  return (
    <DialogContent
      title={count === 1 ? "1 item was refused" : `${count} items were refused`}
      description="Every other item of the selection was changed as you wanted."
      footer={
        <Button variant="primary" onClick={props.onClose}>
          Done
        </Button>
      }
    >
      <ul>
        {props.refused.map(({ itemId, reason }) => (
          <li key={itemId} className="border-t border-line-soft py-1.5 first:border-0">
            <span className="block truncate font-[520]">{titles.get(itemId) ?? itemId}</span>
            <span className="block text-xs text-ink-soft">{reason}</span>
          </li>
        ))}
      </ul>
    </DialogContent>
  );
}
