import { getWorkspace } from "@/server/db/members/memberships";
import { workspaceTimeZone } from "@/server/db/workspaces/settings";
import type { PriceSettingsInput } from "@/server/domain/pricing/shop-pricing";
import { operatorContext } from "@/server/usecases/operator-context";
import { type PricingView, readPricing } from "@/server/usecases/policy/read-shop-pricing";
import { setPricing } from "@/server/usecases/policy/set-shop-pricing";
import { givenPricing, type PricingRequest } from "@/server/usecases/policy/shop-pricing-request";
import { readTransaction } from "@/server/usecases/transaction";
import { changeWorkspace } from "@/server/usecases/workspaces/change";
import { command, optional, required, UsageError } from "./command";

/** The command-line options for the currency and VAT of the shop's prices. */
export const PRICING_OPTIONS = {
  currency: optional("EUR"),
  "prices-include-vat": optional("yes|no"),
  "vat-rate": optional("0.19"),
};

type PricingOptions = Readonly<Record<keyof typeof PRICING_OPTIONS, string | undefined>>;

/** Converts the options to a request. @throws UsageError when --prices-include-vat is neither yes nor no */
export function pricingRequest(options: PricingOptions): PricingRequest {
  const { currency, "prices-include-vat": included, "vat-rate": rate } = options;
  if (included !== undefined && included !== "yes" && included !== "no")
    throw new UsageError("--prices-include-vat is yes or no.");
  return {
    ...(currency === undefined ? {} : { currency }),
    ...(included === undefined ? {} : { prices_include_vat: included === "yes" }),
    ...(rate === undefined ? {} : { vat_rate: rate }),
  };
}

/** Converts the options to the domain's type. @throws UsageError; DomainError validation_error naming the field */
export const pricingOf = (options: PricingOptions): PriceSettingsInput =>
  givenPricing(pricingRequest(options));

/** Formats the currency and VAT of the shop's prices for a command's answer. */
export const pricingOutput = ({ workspace, confirmedAt, mismatches, notices }: PricingView) => ({
  currency: workspace.currency,
  prices_include_vat: workspace.pricesIncludeVat,
  vat_rate: workspace.vatRate,
  confirmed: confirmedAt !== null,
  ...(mismatches.length > 0 ? { contradictions: mismatches.map(({ message }) => message) } : {}),
  ...(notices.length > 0 ? { notices: [...notices] } : {}),
});

export const workspaces = [
  command(
    "workspace show",
    "Shows a workspace, its time zone and how its prices are stated",
    { workspace: required("ID") },
    async ({ services }, { workspace }) => {
      const context = await operatorContext(services, workspace);
      const { id, name, plan, lifecycle } = await readTransaction(context, getWorkspace);
      const timeZone = await readTransaction(context, workspaceTimeZone);
      return { id, name, plan, lifecycle, time_zone: timeZone, ...pricingOutput(await readPricing(context)) };
    },
  ),
  command(
    "workspace pricing",
    "Says and confirms how the shop's prices are stated; what is left out stays as it is",
    { workspace: required("ID"), ...PRICING_OPTIONS },
    async ({ services }, { workspace, ...pricingOptions }) => {
      const context = await operatorContext(services, workspace);
      return { workspace, ...pricingOutput(await setPricing(context, pricingRequest(pricingOptions))) };
    },
  ),
  command(
    "workspace time-zone",
    "Sets the shop's time zone; schedules and freezes go by its clock",
    { workspace: required("ID"), zone: required("Europe/Berlin") },
    async ({ services }, { workspace, zone }) => {
      const context = await operatorContext(services, workspace);
      return { workspace, time_zone: (await changeWorkspace(context, { time_zone: zone })).timeZone };
    },
  ),
];
