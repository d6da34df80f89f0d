"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { Button } from "@/app/_components/ui/button";
import { Dialog, DialogContent } from "@/app/_components/ui/dialog";
import { Field } from "@/app/_components/ui/field";
import { Input } from "@/app/_components/ui/input";
import { notify } from "@/app/_components/ui/toast";
import { useTRPC } from "@/app/_trpc/client";
import { failureOf } from "@/app/_trpc/failure";
import { type Offer, readByText, silentSelectorText } from "./offer-text";

/**
 * The form for the selector of a page's price. The page is checked when it is saved. The form stays open while the
 * selector gives no price, so that it can be corrected.
 */
export function PriceSelector({ offer, onClose }: { offer: Offer; onClose: () => void }) {
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const [selector, setSelector] = useState(offer.price_selector ?? "");
  const [silent, setSilent] = useState<string | null>(null);
  const save = useMutation(
    trpc.offers.selector.mutationOptions({
      onSuccess: (change) => {
        const text = change.idempotent ? null : silentSelectorText(change.offer);
        if (text !== null) return setSilent(text);
        if (!change.idempotent) notify({ title: "The selector is saved", detail: readByText(change.offer) });
        onClose();
      },
      onSettled: () => queryClient.invalidateQueries(trpc.offers.pathFilter()),
    }),
  );
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()}>
      <DialogContent
        title={`Where ${offer.seller} shows its price`}
        description="For a page whose price is read wrong. When nothing on the page matches any more, the check fails and takes no other price."
        footer={
          <>
            <Button onClick={onClose}>Cancel</Button>
            <Button variant="primary" type="submit" form="price-selector" loading={save.isPending}>
              Save and check
            </Button>
          </>
        }
      >
        <form
          id="price-selector"
          className="flex flex-col gap-4"
          onSubmit={(event) => {
            event.preventDefault();
            save.mutate({ offer_id: offer.id, price_selector: selector.trim() || null });
          }}
        >
          <Field
            label="CSS selector"
            optional
            hint="Empty: the page is read without one."
            error={save.error ? failureOf(save.error).message : (silent ?? undefined)}
          >
            <Input
              autoFocus
              maxLength={300}
              spellCheck={false}
              placeholder=".buy-box .price"
              value={selector}
              onChange={(event) => {
                setSelector(event.target.value);
                setSilent(null);
              }}
            />
          </Field>
        </form>
      </DialogContent>
    </Dialog>
  );
}
