"use client";

import { Field } from "@/app/_components/ui/field";
import { Input } from "@/app/_components/ui/input";
import { Select } from "@/app/_components/ui/select";
import { CURRENCIES } from "@/server/domain/currency";
import { type TypedPricing, VAT_ANSWERS } from "./typed-pricing";

const OPTIONS = CURRENCIES.map((value) => ({ value, label: value }));

/** The fields of a shop's price settings: currency, whether prices include VAT, and the VAT rate. */
export function PricingFields(props: {
  value: TypedPricing;
  onChange: (value: TypedPricing) => void;
  errorAt: (path: string) => string | undefined;
  disabled?: boolean;
}) {
  const { value, onChange, errorAt, disabled = false } = props;
  return (
    <>
      <Field label="Currency" hint="All prices and costs of the shop." error={errorAt("currency")}>
        <Select
          value={value.currency}
          onValueChange={(currency) => onChange({ ...value, currency })}
          options={OPTIONS}
          disabled={disabled}
        />
      </Field>
      <Field
        label="Prices"
        hint="As the shop shows them. Margins are counted without VAT."
        error={errorAt("prices_include_vat")}
      >
        <Select
          value={value.vat ?? undefined}
          onValueChange={(vat) =>
            onChange({ ...value, vat: VAT_ANSWERS.find((response) => response === vat) ?? null })
          }
          placeholder="Choose"
          disabled={disabled}
          options={[
            { value: "none", label: "Without VAT", detail: "Tax is added at the checkout, as in the US" },
            { value: "included", label: "Including VAT", detail: "As in Germany or the UK" },
          ]}
        />
      </Field>
      {value.vat === "included" ? (
        <Field label="VAT rate, percent" error={errorAt("vat_rate")}>
          <Input
            inputMode="decimal"
            autoComplete="off"
            disabled={disabled}
            value={value.percent}
            onChange={(event) => onChange({ ...value, percent: event.target.value })}
          />
        </Field>
      ) : null}
    </>
  );
}
