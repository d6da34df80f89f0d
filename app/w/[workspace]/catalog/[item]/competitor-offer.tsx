"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { ExternalLink } from "lucide-react";
import { useState } from "react";
import { Age } from "@/app/_components/pricing/age";
import { DeliveryText } from "@/app/_components/pricing/delivery-text";
import { Price } from "@/app/_components/pricing/price";
import { ActionMenu } from "@/app/_components/ui/action-menu";
import { Badge } from "@/app/_components/ui/badge";
import { ConfirmDialog } from "@/app/_components/ui/dialog";
import { useWorkspace } from "@/app/_session/workspace";
import { useTRPC } from "@/app/_trpc/client";
import { notifyFailure } from "@/app/_trpc/notify-failure";
import { nextCheckText, type Offer, outcomeLabel } from "./offer-text";
import { PriceSelector } from "./price-selector";
import { ReadEvidence } from "./read-evidence";

/** One watched page: its last observed price and source, the time of its next check, and its actions. */
export function CompetitorOffer({ offer }: { offer: Offer }) {
  const { may } = useWorkspace();
  const { last_check: last } = offer;
  return (
    <li className="border-t border-line-soft py-2.5">
      <div className="flex items-start justify-between gap-3">
        <div className="min-w-0">
          <a
            href={offer.url}
            target="_blank"
            rel="noreferrer nofollow"
            className="inline-flex max-w-full items-center gap-1 font-[520] underline-offset-4 hover:underline max-md:-my-2 max-md:py-2"
          >
            <span className="truncate">{offer.seller}</span>
            <ExternalLink aria-hidden className="size-3 shrink-0 text-ink-dim" />
            <span className="sr-only">(opens in a new tab)</span>
          </a>
          <p className="truncate text-xs text-ink-dim">
            {offer.url}
            {offer.pack_size ? ` · ${offer.pack_size}` : ""}
            {offer.shipping ? (
              <>
                {" · "}
                <DeliveryText shipping={offer.shipping} />
              </>
            ) : null}
            {offer.price_selector ? ` · ${offer.price_selector}` : ""}
          </p>
        </div>
        <div className="flex shrink-0 items-center gap-2">
          {last?.price ? (
            <span className="num font-[520]">
              <Price money={last.price} />
            </span>
          ) : null}
          {may("catalog:write") ? <OfferActions offer={offer} /> : null}
        </div>
      </div>
      <CheckStatus offer={offer} />
    </li>
  );
}

function CheckStatus({ offer }: { offer: Offer }) {
  const { last_check: last } = offer;
  const waiting = nextCheckText(offer);
  return (
    <div className="mt-1 flex flex-col gap-1 text-xs text-ink-soft">
      <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
        {last ? (
          <>
            <Badge tone={outcomeLabel(last.outcome).tone}>{outcomeLabel(last.outcome).label}</Badge>
            <Age at={last.at} phrase />
            {last.in_stock === false ? <span>sold out</span> : null}
          </>
        ) : (
          <span>not checked yet</span>
        )}
        <span className="text-ink-dim">
          ·{" "}
          {waiting ?? (
            <>
              next check <Age at={offer.next_check_at} phrase />
            </>
          )}
        </span>
        {offer.failures > 1 ? (
          <span className="text-ink-dim">· {offer.failures} failures in a row</span>
        ) : null}
      </p>
      {last?.reason ? <p className="text-pretty">{last.reason}</p> : null}
      {last?.method && last.snippet ? (
        <ReadEvidence method={last.method} confidence={last.confidence} snippet={last.snippet} />
      ) : null}
    </div>
  );
}

function OfferActions({ offer }: { offer: Offer }) {
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const [asking, setAsking] = useState(false);
  const [selecting, setSelecting] = useState(false);
  const settled = { onSettled: () => queryClient.invalidateQueries(trpc.offers.pathFilter()) };
  const check = useMutation(
    trpc.offers.check.mutationOptions({ onError: notifyFailure("The page was not checked"), ...settled }),
  );
  const pause = useMutation(
    trpc.offers.pause.mutationOptions({ onError: notifyFailure("The page was not paused"), ...settled }),
  );
  const resume = useMutation(
    trpc.offers.resume.mutationOptions({ onError: notifyFailure("The page was not resumed"), ...settled }),
  );
  const remove = useMutation(trpc.offers.remove.mutationOptions(settled));
  const input = { offer_id: offer.id };
  const busy = [check, pause, resume].some(({ isPending }) => isPending);
  return (
    <>
      <ActionMenu
        of={offer.seller}
        busy={busy}
        actions={[
          ...(offer.status === "paused"
            ? [{ label: "Resume", onSelect: () => resume.mutate(input) }]
            : [
                { label: "Check now", disabled: offer.checking, onSelect: () => check.mutate(input) },
                { label: "Selector of the price", onSelect: () => setSelecting(true) },
                { label: "Pause", onSelect: () => pause.mutate(input) },
              ]),
          { label: "Remove", tone: "danger", onSelect: () => setAsking(true) },
        ]}
      />
      {selecting ? <PriceSelector offer={offer} onClose={() => setSelecting(false)} /> : null}
      <ConfirmDialog
        open={asking}
        onOpenChange={setAsking}
        title={`Stop watching ${offer.seller}?`}
        description="What its page showed stays in the history and counts until it is too old. A price that is wrong is reported as such instead."
        confirmLabel="Stop watching"
        tone="danger"
        onConfirm={async () => {
          await remove.mutateAsync(input);
        }}
      />
    </>
  );
}
