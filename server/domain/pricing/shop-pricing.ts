import { formatPercent, parseRatio } from "@/server/domain/ratio";

/** The currency (ISO 4217) of a shop's prices, and whether they include VAT, at which rate ("0.19"). */
export interface ShopPricing {
  readonly currency: string;
  readonly pricesIncludeVat: boolean;
  readonly vatRate: string;
}

/** The price settings that a connected store reports; null when it does not report one. */
export interface StoredStorePricing {
  readonly currency: string | null;
  readonly pricesIncludeVat: boolean | null;
  readonly vatRates: readonly string[] | null;
}

/** The price settings of a workspace from the four places that have some. */
export interface PriceSettingsBySource {
  readonly workspace: ShopPricing;
  /** The copy in a policy version, which its runs compute with. */
  readonly policy: ShopPricing & { readonly version: number };
  /** Null when no store is connected. */
  readonly store: StoredStorePricing | null;
  /** A currency of the catalog, when it has items and none of them is in the workspace's currency; null otherwise. */
  readonly foreignCurrency: string | null;
}

export type PricingSetting = "currency" | "vat";

/** A contradiction between two places about the shop's prices; `message` is one sentence for people. */
export interface PricingMismatch {
  readonly part: PricingSetting;
  readonly message: string;
}

/** Whether two rates are equal as numbers, in any notation. @throws RangeError for text that is no rate */
export function sameRate(a: string, b: string): boolean {
  const [left, right] = [parseRatio(a), parseRatio(b)];
  return left.num === right.num && left.den === right.den;
}

/** Whether both have the same VAT settings. */
export const sameVat = (a: Omit<ShopPricing, "currency">, b: Omit<ShopPricing, "currency">): boolean =>
  a.pricesIncludeVat === b.pricesIncludeVat && sameRate(a.vatRate, b.vatRate);

/** Formats a rate for people: "0.19" is "19 %". */
const rateText = (rate: string): string => {
  const { num, den } = parseRatio(rate);
  return formatPercent(num, den);
};

/** "include VAT at 19 %", "include no VAT". */
export const vatText = ({ pricesIncludeVat, vatRate }: Omit<ShopPricing, "currency">): string =>
  pricesIncludeVat ? `include VAT at ${rateText(vatRate)}` : "include no VAT";

/**
 * Returns where store, catalog and policy contradict the workspace. An unknown setting contradicts nothing. With
 * contradictory settings a run would take tax for margin, or amounts of one currency for those of another.
 */
export function pricingMismatches(facts: PriceSettingsBySource): PricingMismatch[] {
  return [...currencyMismatches(facts), ...vatMismatches(facts)];
}

function currencyMismatches({ workspace, policy, store, foreignCurrency }: PriceSettingsBySource) {
  const own = workspace.currency;
  const mismatch = (message: string): PricingMismatch => ({ part: "currency", message });
  return [
    ...(store?.currency && store.currency !== own
      ? [mismatch(`The store sells in ${store.currency}, the workspace prices in ${own}.`)]
      : []),
    ...(foreignCurrency === null
      ? []
      : [mismatch(`The catalog's items are priced in ${foreignCurrency}, the workspace prices in ${own}.`)]),
    ...(policy.currency === own
      ? []
      : [
          mismatch(
            `Version ${policy.version} of the policy is for ${policy.currency}, the workspace for ${own}.`,
          ),
        ]),
  ];
}

function vatMismatches({ workspace, policy, store }: PriceSettingsBySource): PricingMismatch[] {
  const mismatch = (message: string): PricingMismatch => ({ part: "vat", message });
  const mismatches: PricingMismatch[] = [];
  const { pricesIncludeVat } = workspace;
  if (store && store.pricesIncludeVat !== null && store.pricesIncludeVat !== pricesIncludeVat)
    mismatches.push(
      mismatch(
        `The store's prices include ${store.pricesIncludeVat ? "VAT" : "no VAT"}, the workspace's ${vatText(workspace)}.`,
      ),
    );
  else if (store?.vatRates && pricesIncludeVat && !store.vatRates.some((r) => sameRate(r, workspace.vatRate)))
    mismatches.push(
      mismatch(
        `The store's prices include VAT at ${store.vatRates.map(rateText).join(" or ")}, the workspace's ${vatText(workspace)}.`,
      ),
    );
  if (!sameVat(policy, workspace))
    mismatches.push(
      mismatch(
        `By version ${policy.version} of the policy prices ${vatText(policy)}, by the workspace they ${vatText(workspace)}.`,
      ),
    );
  return mismatches;
}

/** The price settings a person has entered; a missing one is read from the store, or keeps its value. */
export interface PriceSettingsInput {
  readonly currency?: string | undefined;
  readonly pricesIncludeVat?: boolean | undefined;
  readonly vatRate?: string | undefined;
}

/**
 * Returns the workspace's price settings from a person's input, the store's settings, or both. Until the workspace's
 * own settings are confirmed, the store's take precedence over them; afterwards only a person's input changes them.
 * @returns `rateMissing` when prices include VAT and no rate is known
 */
export function settlePricing(
  own: ShopPricing & { readonly confirmed: boolean },
  input: PriceSettingsInput,
  store: StoredStorePricing | null,
): { readonly pricing: ShopPricing; readonly rateMissing: boolean } {
  const storeSettings = own.confirmed ? null : store;
  const currency = input.currency ?? storeSettings?.currency ?? own.currency;
  const pricesIncludeVat = input.pricesIncludeVat ?? storeSettings?.pricesIncludeVat ?? own.pricesIncludeVat;
  const vatRate = input.vatRate ?? rateOf(own, pricesIncludeVat, store);
  const pricing = { currency, pricesIncludeVat, vatRate };
  return { pricing, rateMissing: pricesIncludeVat && sameRate(vatRate, "0") };
}

function rateOf(
  own: ShopPricing & { readonly confirmed: boolean },
  included: boolean,
  store: StoredStorePricing | null,
): string {
  if (!included) return own.pricesIncludeVat ? "0" : own.vatRate;
  const [usual] = store?.vatRates ?? [];
  const ownRateKnown = own.pricesIncludeVat && !sameRate(own.vatRate, "0");
  const agrees = usual === undefined || store?.vatRates?.some((rate) => sameRate(rate, own.vatRate));
  return ownRateKnown && (own.confirmed || agrees) ? own.vatRate : (usual ?? "0");
}

/** Returns a notice about a store with several rates: one rate applies to all items. Null for a store with one. */
export function multipleVatRatesNotice(
  store: StoredStorePricing,
  { pricesIncludeVat, vatRate }: ShopPricing,
): string | null {
  const others = (store.vatRates ?? []).filter((rate) => !sameRate(rate, vatRate)).map(rateText);
  if (!pricesIncludeVat || others.length === 0) return null;
  return (
    `The store also has VAT at ${others.join(", ")}. Margins of all items are counted with ${rateText(vatRate)}: ` +
    "those taxed lower show a lower margin than they have, those taxed higher a higher one."
  );
}
