"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { typedAmount } from "@/app/_components/pricing/typed-amount";
import { Banner } from "@/app/_components/ui/banner";
import { Button } from "@/app/_components/ui/button";
import { Dialog, DialogContent } from "@/app/_components/ui/dialog";
import { Field } from "@/app/_components/ui/field";
import { Input } from "@/app/_components/ui/input";
import { notify } from "@/app/_components/ui/toast";
import { useTRPC } from "@/app/_trpc/client";
import { failureOf } from "@/app/_trpc/failure";

type Issue = { path: string; message: string };

/** The form that adds a competitor's page: its address and what cannot be read from it. */
export function WatchPage(props: { item: { sku: string; currency: string }; onClose: () => void }) {
  const { item, onClose } = props;
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const [url, setUrl] = useState("");
  const [seller, setSeller] = useState("");
  const [currency, setCurrency] = useState(item.currency);
  const [packSize, setPackSize] = useState("");
  const [delivery, setDelivery] = useState("");
  const [issues, setIssues] = useState<readonly Issue[]>([]);
  const put = useMutation(
    trpc.offers.put.mutationOptions({
      onSuccess: ({ rows }) => {
        const [row] = rows;
        if (row?.issues) return setIssues(row.issues);
        notify({
          title: row?.outcome === "unchanged" ? "This page is watched already" : "The page is watched",
          detail: "It is checked shortly.",
        });
        onClose();
      },
      onSettled: () => queryClient.invalidateQueries(trpc.offers.pathFilter()),
    }),
  );
  const at = (path: string) => issues.find((issue) => issue.path === path)?.message;
  function submit() {
    setIssues([]);
    const input = { url: url.trim(), seller: seller.trim(), currency: currency.trim().toUpperCase() };
    const { currency: of } = input;
    const shipping = delivery.trim() === "" ? null : { amount: typedAmount(delivery, of), currency: of };
    put.mutate({ offers: [{ sku: item.sku, ...input, pack_size: packSize.trim(), shipping }] });
  }
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()}>
      <DialogContent
        title="Watch a competitor's page"
        description="Its price is read from time to time, at the pace its site allows, and kept with where it was read."
        footer={
          <>
            <Button onClick={onClose}>Cancel</Button>
            <Button variant="primary" type="submit" form="watch-page" loading={put.isPending}>
              Watch the page
            </Button>
          </>
        }
      >
        <form
          id="watch-page"
          className="flex flex-col gap-4"
          onSubmit={(event) => {
            event.preventDefault();
            submit();
          }}
        >
          <Field label="Address" error={at("url")}>
            <Input
              type="url"
              required
              autoFocus
              maxLength={2000}
              placeholder="https://"
              value={url}
              onChange={(event) => setUrl(event.target.value)}
            />
          </Field>
          <Field label="Seller" optional hint="The page's host if this is empty." error={at("seller")}>
            <Input maxLength={200} value={seller} onChange={(event) => setSeller(event.target.value)} />
          </Field>
          <div className="grid grid-cols-2 items-start gap-3 max-md:grid-cols-1">
            <Field label="Currency" hint="A price in another currency is not taken." error={at("currency")}>
              <Input maxLength={3} value={currency} onChange={(event) => setCurrency(event.target.value)} />
            </Field>
            <Field label="Pack size" optional hint="Such as 6 x 0.33 l." error={at("pack_size")}>
              <Input maxLength={100} value={packSize} onChange={(event) => setPackSize(event.target.value)} />
            </Field>
            <Field
              label="Delivery"
              optional
              hint="What they take for it; 0 if it is free."
              error={at("shipping") ?? at("shipping.amount") ?? at("shipping.currency")}
            >
              <Input
                inputMode="decimal"
                maxLength={20}
                value={delivery}
                onChange={(event) => setDelivery(event.target.value)}
              />
            </Field>
          </div>
          {at("sku") ? <Banner tone="bad">{at("sku")}</Banner> : null}
          {put.error ? <Banner tone="bad">{failureOf(put.error).message}</Banner> : null}
        </form>
      </DialogContent>
    </Dialog>
  );
}
