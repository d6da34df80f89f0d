"use client";

import {
  DecimalSetting,
  PercentSetting,
  Sentence,
  SentenceFindings,
  useDraftCurrency,
} from "./setting-fields";

const at = (name: string) => `pricing.${name}`;

/** What a sale costs beside the fees that are a share of the price, as a sentence; all of it is optional. */
export function FeeSentence() {
  const unit = useDraftCurrency();
  return (
    <div className="col-span-full">
      <Sentence label="What each sale costs besides">
        <span>Each unit sold also costs a fee of</span>
        <DecimalSetting path={at("fee_fixed")} label="Fee a unit" empty="nothing" />
        <span>{unit}, for its payment</span>
        <PercentSetting path={at("payment_rate")} label="Payment takes" empty="nothing" />
        <span>% of the price with VAT and</span>
        <DecimalSetting path={at("payment_fixed")} label="Payment takes a unit" empty="nothing" />
        <span>{unit}, and</span>
        <DecimalSetting
          path={at("shipping_cost")}
          label="Shipping that the shop bears, a unit"
          empty="nothing"
        />
        <span>{unit} of shipping that you bear.</span>
      </Sentence>
      <SentenceFindings
        paths={[at("fee_fixed"), at("payment_rate"), at("payment_fixed"), at("shipping_cost")]}
      />
    </div>
  );
}
