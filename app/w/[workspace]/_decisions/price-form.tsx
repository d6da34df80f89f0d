"use client";

import { keepPreviousData, useMutation, useQuery } from "@tanstack/react-query";
import { useDeferredValue, useState } from "react";
import { compareDecimals } from "@/app/_components/pricing/format";
import { Percent, Price } from "@/app/_components/pricing/price";
import { typedAmount } from "@/app/_components/pricing/typed-amount";
import { Field } from "@/app/_components/ui/field";
import { FormDialog } from "@/app/_components/ui/form-dialog";
import { Input } from "@/app/_components/ui/input";
import { StatStrip } from "@/app/_components/ui/stat-strip";
import { Textarea } from "@/app/_components/ui/textarea";
import { notify } from "@/app/_components/ui/toast";
import { useTRPC } from "@/app/_trpc/client";
import { failureOf, issueAt } from "@/app/_trpc/failure";
import { callContext } from "@/app/_trpc/lost/response-link";
import { MAX_REASON_LENGTH } from "@/server/domain/text";
import { changedSentence } from "./changed-text";
import type { RecommendationDetail } from "./recommendation-detail";
import { useRefresh } from "./use-refresh";

/** Asks for the price and the reason. The service checks the price against all guards, and its answer is shown here. */
export function PriceForm({
  rec,
  onSet,
  onClose,
}: {
  rec: RecommendationDetail;
  onSet: (() => void) | undefined;
  onClose: () => void;
}) {
  const refresh = useRefresh();
  // The price is for what stood there when the form was opened: a run may renew it while somebody types.
  const [openedAt, setOpenedAt] = useState<number | null>(rec.version);
  const [amount, setAmount] = useState(rec.recommended_price?.amount ?? "");
  const [reason, setReason] = useState("");
  const currency = rec.recommended_price?.currency ?? "";
  const set = useMutation(
    useTRPC().recommendations.override.mutationOptions({
      trpc: { context: callContext({ says: `Set another price for ${rec.item.title}` }) },
      onSuccess: () => {
        onSet?.();
        onClose();
        notify({
          title: `${rec.item.title} has another price`,
          detail: "It is written once it is approved.",
        });
      },
      // Once the answer has said what changed, the next press is for what stands there now.
      onError: (error) => {
        if (failureOf(error).changed.length > 0) setOpenedAt(null);
      },
      onSettled: refresh,
    }),
  );
  const failure = set.error ? failureOf(set.error) : null;
  const issue = issueAt(failure, "price.amount") ?? issueAt(failure, "price.currency");
  const refusal = failure && (changedSentence(failure.changed) ?? failure.message);
  return (
    <FormDialog
      title={`Another price for ${rec.item.title}`}
      description="The same limits apply as to a recommended price. It is marked as set by you."
      submitLabel="Set the price"
      pending={set.isPending}
      onLeave={onClose}
      onSubmit={() =>
        set.mutate({
          rec_id: rec.id,
          price: { amount: typedAmount(amount, currency), currency },
          version: openedAt ?? rec.version,
          ...(reason.trim() === "" ? {} : { reason: reason.trim() }),
        })
      }
    >
      <Field
        label={`Price in ${currency}`}
        error={issue ?? refusal}
        hint={
          <>
            Now <Price money={rec.current_price} />, recommended{" "}
            <Price money={rec.override?.engine_price ?? rec.recommended_price} />.
          </>
        }
      >
        <Input numeric autoFocus value={amount} onChange={(event) => setAmount(event.target.value)} />
      </Field>
      <TypedPriceEffect rec={rec} amount={typedAmount(amount, currency)} />
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

const AMOUNT = /^\d{1,12}(\.\d{1,4})?$/;

/** What the typed price would earn, beside the floor and the market; asked for anew as it is typed. */
function TypedPriceEffect({ rec, amount: typed }: { rec: RecommendationDetail; amount: string }) {
  const amount = useDeferredValue(typed);
  const currency = rec.recommended_price?.currency ?? "";
  const isAmount = AMOUNT.test(amount) && Number(amount) > 0;
  const { data } = useQuery({
    ...useTRPC().recommendations.priceEffect.queryOptions({
      rec_id: rec.id,
      price: { amount: isAmount ? amount : "1", currency },
    }),
    enabled: isAmount,
    placeholderData: keepPreviousData,
    retry: false,
  });
  const { market, observations } = rec.evidence;
  const withDelivery = observations.some((seen) => seen.used && seen.compared.amount !== seen.price.amount)
    ? " with delivery"
    : "";
  const floor = highestFloor(rec);
  const known = isAmount ? data : undefined;
  return (
    <div>
      <StatStrip
        stats={[
          { label: "Margin", value: <Percent ratio={known?.margin ?? null} /> },
          { label: "Profit a unit", value: <Price money={known?.profit ?? null} currency="none" /> },
          { label: "Floor", value: <Price money={floor} currency="none" /> },
          { label: `Market low${withDelivery}`, value: <Price money={market.lowest} currency="none" /> },
          { label: `Median${withDelivery}`, value: <Price money={market.median} currency="none" /> },
        ]}
      />
      <p role="status" className="mt-1.5 text-xs text-pretty text-warn empty:hidden">
        {known?.breaks.join(" ")}
      </p>
    </div>
  );
}

/** The highest of the floors that the engine counted; null where it counted none. */
function highestFloor({ evidence }: RecommendationDetail) {
  const floors = evidence.trail.flatMap(({ effect, amount }) =>
    effect === "floor" && amount !== null ? [amount] : [],
  );
  return floors.reduce<(typeof floors)[number] | null>(
    (highest, each) =>
      highest === null || compareDecimals(each.amount, highest.amount) > 0 ? each : highest,
    null,
  );
}
