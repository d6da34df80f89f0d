"use client";

import { PricingFields } from "@/app/_components/pricing/pricing-fields";
import { initialPricing, percentOf, type TypedPricing } from "@/app/_components/pricing/typed-pricing";
import { Banner } from "@/app/_components/ui/banner";
import type { Outputs } from "@/app/_trpc/client";
import { type Failure, issueAt } from "@/app/_trpc/failure";

/** A store after signing in, not connected yet. */
export type InspectedStore = Outputs["integrations"]["look"];
type Known = Outputs["workspace"]["pricing"] | undefined;

/** Returns the initial price settings to confirm: those the store reports, otherwise the workspace's. */
export function initialStoreSettings(found: InspectedStore, known: Known): TypedPricing {
  const confirmed = known?.confirmed_at ? known : undefined;
  const included = found.prices_include_vat ?? confirmed?.prices_include_vat ?? null;
  const ours = known?.prices_include_vat ? known.vat_rate : undefined;
  const rate = found.vat_rates && !found.vat_rates.includes(ours ?? "") ? found.vat_rates[0] : ours;
  return initialPricing({
    currency: found.currency,
    prices_include_vat: included,
    vat_rate: rate ?? "",
  });
}

/** The store's price settings, and the form that confirms them. */
export function StorePriceSettings(props: {
  found: InspectedStore;
  stated: TypedPricing;
  onState: (stated: TypedPricing) => void;
  failure: Failure | null;
}) {
  const { found, stated, onState, failure } = props;
  return (
    <>
      <Banner tone="info" title={`${found.name}:`}>
        {sentence(found)}
      </Banner>
      <PricingFields
        value={stated}
        onChange={onState}
        errorAt={(path) => issueAt(failure, `pricing.${path}`)}
      />
    </>
  );
}

function sentence({ currency, prices_include_vat: included, vat_rates: rates }: InspectedStore): string {
  const sold = `It sells in ${currency}`;
  if (included === null) return `${sold} and does not say whether its prices include VAT.`;
  if (!included) return `${sold}, and its prices include no VAT.`;
  if (!rates) return `${sold}, and its prices include VAT; it does not say at which rate.`;
  return `${sold}, and its prices include VAT at ${rates.map((rate) => `${percentOf(rate)} %`).join(" or ")}.`;
}
