"use client";

import { useQuery } from "@tanstack/react-query";
import { Day } from "@/app/_components/pricing/age";
import { Price } from "@/app/_components/pricing/price";
import { Section } from "@/app/_components/shell/section";
import { type Outputs, useTRPC } from "@/app/_trpc/client";
import { QueryView } from "@/app/_trpc/query-view";
import { EarlierPrices } from "./earlier-prices";

/** The lowest price of the 30 days before a reduction, and how much of that time is known. */
export function PriorPrice({ itemId }: { itemId: string }) {
  const trpc = useTRPC();
  const query = useQuery(trpc.catalog.priorPrice.queryOptions({ item_id: itemId }));
  return (
    <Section title="Prior price">
      <QueryView query={query} what="the prior price">
        {(prior) => <PriorPriceText prior={prior} />}
      </QueryView>
      <EarlierPrices itemId={itemId} />
    </Section>
  );
}

function PriorPriceText({ prior }: { prior: Outputs["catalog"]["priorPrice"] }) {
  const {
    time_zone: timeZone,
    price,
    reduced_since: since,
    known_from: knownFrom,
    stated_until: statedUntil,
    complete,
  } = prior;
  return (
    <>
      {price ? (
        <p className="text-lg font-[560]">
          <Price money={price} />
        </p>
      ) : null}
      <p className="text-ink-soft">
        {price
          ? "The lowest price that shoppers could pay in the 30 days before "
          : "No price is known of the 30 days before "}
        {since ? (
          <>
            the reduction that began on <Day at={since} timeZone={timeZone} />
            {knownFrom ? "." : " or before."}
          </>
        ) : (
          "today, for a reduction that begins now."
        )}
      </p>
      <StruckThrough prior={prior} />
      {statedUntil ? (
        <p className="mt-1 text-ink-soft">
          What is known until <Day at={statedUntil} timeZone={timeZone} last /> is stated by people, not
          recorded.
        </p>
      ) : null}
      {complete || price === null ? null : (
        <p className="mt-1 text-warn">
          {knownFrom ? (
            <>
              Prices are known without a gap from <Day at={knownFrom} timeZone={timeZone} /> on: a lower price
              before that would count.
            </>
          ) : (
            "The last price before it is not known: a lower one would count."
          )}
        </p>
      )}
    </>
  );
}

function StruckThrough({ prior }: { prior: Outputs["catalog"]["priorPrice"] }) {
  const { reference_price: reference, reference_above_prior: isAbove } = prior;
  if (reference === null) return null;
  return (
    <p className={isAbove ? "mt-1 text-warn" : "mt-1 text-ink-soft"}>
      The shop strikes <Price money={reference} /> through beside it{isAbove ? ", which is more." : "."}
    </p>
  );
}
