"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { PencilLine } from "lucide-react";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { Price } from "@/app/_components/pricing/price";
import { typedAmount } from "@/app/_components/pricing/typed-amount";
import { Button } from "@/app/_components/ui/button";
import { Field } from "@/app/_components/ui/field";
import { DialogButton, FormDialog } from "@/app/_components/ui/form-dialog";
import { Input } from "@/app/_components/ui/input";
import { Textarea } from "@/app/_components/ui/textarea";
import { notify } from "@/app/_components/ui/toast";
import { useWorkspace } from "@/app/_session/workspace";
import { type Outputs, useTRPC } from "@/app/_trpc/client";
import { failureOf, issueAt } from "@/app/_trpc/failure";
import { callContext } from "@/app/_trpc/lost/response-link";
import { MAX_REASON_LENGTH } from "@/server/domain/text";

type Item = Outputs["catalog"]["get"];

/** A button that gives an item a price by hand; nothing for people who may not approve one. */
export function PriceByHand({ item }: { item: Item }) {
  const { may } = useWorkspace();
  if (item.state !== "active" || item.price === null || !may("recommendations:approve")) return null;
  return (
    <DialogButton
      trigger={
        <Button>
          <PencilLine aria-hidden /> Set a price
        </Button>
      }
    >
      {(close) => <PriceForm item={item} onClose={close} />}
    </DialogButton>
  );
}

function PriceForm({ item, onClose }: { item: Item; onClose: () => void }) {
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const router = useRouter();
  const { href } = useWorkspace();
  const [amount, setAmount] = useState(item.price?.amount ?? "");
  const [reason, setReason] = useState("");
  const set = useMutation(
    trpc.recommendations.byHand.mutationOptions({
      trpc: { context: callContext({ says: `Set a price for ${item.title}` }) },
      onSuccess: () => {
        onClose();
        notify({
          title: `${item.title} has a price that waits for approval`,
          action: {
            label: "Approvals",
            onAction: () => router.push(href(`/approvals?q=${encodeURIComponent(item.sku)}`)),
          },
        });
      },
      onSettled: () => queryClient.invalidateQueries(),
    }),
  );
  const failure = set.error ? failureOf(set.error) : null;
  return (
    <FormDialog
      title={`A price for ${item.title}`}
      description="The policy's limits apply as to a recommended price, and it is written once it is approved."
      submitLabel="Set the price"
      pending={set.isPending}
      onLeave={onClose}
      onSubmit={() =>
        set.mutate({
          item_id: item.id,
          price: { amount: typedAmount(amount, item.currency), currency: item.currency },
          ...(reason.trim() === "" ? {} : { reason: reason.trim() }),
        })
      }
    >
      <Field
        label={`Price in ${item.currency}`}
        error={issueAt(failure, "price.amount") ?? failure?.message}
        hint={
          <>
            Now <Price money={item.price} />, cost <Price money={item.cost} />, market median{" "}
            <Price money={item.market.median} />.
          </>
        }
      >
        <Input numeric autoFocus value={amount} onChange={(event) => setAmount(event.target.value)} />
      </Field>
      <Field label="Reason" optional>
        <Textarea
          value={reason}
          maxLength={MAX_REASON_LENGTH}
          onChange={(event) => setReason(event.target.value)}
        />
      </Field>
    </FormDialog>
  );
}
