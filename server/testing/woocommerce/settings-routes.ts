import { type RestAnswer, restError } from "./rest";
import type { Shop } from "./shop";

/** Answers what the shop reveals about itself, with or without a key. */
export const indexAnswer = (name: string, home: string): RestAnswer => ({
  status: 200,
  body: { name, url: home, timezone_string: "Europe/Berlin", gmt_offset: 1, namespaces: ["wp/v2", "wc/v3"] },
});

/** Answers a setting, the currency or the tax rates; null for any other path. */
export function settingAnswer({ settings }: Shop, path: string): RestAnswer | null {
  const yes = (value: boolean) => (value ? "yes" : "no");
  if (path === "/data/currencies/current")
    return { status: 200, body: { code: settings.currency, name: "Euro", symbol: "&euro;" } };
  if (path === "/taxes") return { status: 200, body: settings.taxRates.map(taxRate) };
  const [, group, id] = /^\/settings\/(general|tax)\/(\w+)$/.exec(path) ?? [];
  if (group === undefined || id === undefined) return null;
  const values: Readonly<Record<string, string>> = {
    "general/woocommerce_price_num_decimals": String(settings.decimals),
    "general/woocommerce_calc_taxes": yes(settings.calculatesTaxes),
    "general/woocommerce_default_country": settings.country,
    "tax/woocommerce_prices_include_tax": yes(settings.pricesIncludeTax),
  };
  const value = values[`${group}/${id}`];
  if (value === undefined) return restError(404, "rest_setting_setting_invalid", "Invalid setting.");
  return { status: 200, body: { id, label: id, value, default: "" } };
}

const taxRate = (rate: Shop["settings"]["taxRates"][number], n: number) => ({
  id: n + 1,
  country: rate.country,
  state: rate.state ?? "",
  postcode: "",
  city: "",
  postcodes: [],
  cities: [],
  rate: rate.rate,
  name: "VAT",
  priority: 1,
  compound: false,
  shipping: true,
  order: n,
  class: rate.class ?? "standard",
});
