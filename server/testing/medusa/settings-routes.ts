import { pick, wantsOf } from "./fields";
import { listedPriceRow, listRow, USUAL_OF_LIST } from "./present";
import { filterOf, type MedusaAnswer, type MedusaRequest, ok, pageOf, refuseQuery } from "./rest";
import type { Shop } from "./shop";

/** Answers what the shop says about itself; null for any other path. */
export function settingsAnswer(shop: Shop, request: MedusaRequest): MedusaAnswer | null {
  const found = tableOf(shop, request);
  if (!found) return null;
  const { name, filters, rows } = found;
  const refused = refuseQuery(request, filters);
  if (refused) return refused;
  const matching = rows.filter((row) =>
    filters.every((filter) => filterOf(request, filter)?.includes(String(row[filter])) ?? true),
  );
  const { page, figures } = pageOf(request, matching);
  return ok({ [name]: page, ...figures });
}

interface Table {
  readonly name: string;
  readonly filters: readonly string[];
  readonly rows: readonly Readonly<Record<string, unknown>>[];
}

function tableOf({ settings }: Shop, { path, query }: MedusaRequest): Table | null {
  switch (path) {
    case "/admin/stores": {
      const { name, currencies, defaultRegionId: default_region_id } = settings;
      const supported_currencies = currencies.map((currency_code, n) => ({
        id: `stocur_${n}`,
        currency_code,
        is_default: n === 0,
      }));
      const store = { id: "store_01", name, default_region_id, supported_currencies };
      const wants = wantsOf(query.get("fields"), [
        "id",
        "name",
        "default_region_id",
        "*supported_currencies",
      ]);
      return { name: "stores", filters: ["id", "name"], rows: [pick(store, wants)] };
    }
    case "/admin/price-preferences": {
      const preferences = settings.taxInclusive.map((each, n) => ({
        id: `prpref_${n}`,
        ...each,
        is_tax_inclusive: true,
      }));
      return { name: "price_preferences", filters: ["attribute", "value"], rows: preferences };
    }
    case "/admin/regions": {
      const regions = settings.regions.map(({ id, currency, countries }) => ({
        id,
        name: id,
        currency_code: currency,
        countries: countries.map((iso_2) => ({ iso_2 })),
      }));
      return { name: "regions", filters: ["id", "currency_code"], rows: regions };
    }
    case "/admin/tax-regions":
      return { name: "tax_regions", filters: ["country_code"], rows: taxRegions(settings.taxRates) };
    default:
      return null;
  }
}

const taxRegions = (rates: Shop["settings"]["taxRates"]) =>
  [...new Set(rates.map(({ country }) => country))].map((country) => ({
    id: `txreg_${country}`,
    country_code: country,
    province_code: null,
    parent_id: null,
    tax_rates: rates
      .filter((rate) => rate.country === country)
      .map(({ rate, isDefault }, n) => ({ id: `txr_${n}`, rate, is_default: isDefault, rules: [] })),
  }));

/** Answers the price lists, and the prices of one; null for any other path. */
export function priceListAnswer(shop: Shop, request: MedusaRequest): MedusaAnswer | null {
  const [, id, prices] = /^\/admin\/price-lists(?:\/([^/]+))?(\/prices)?$/.exec(request.path) ?? [];
  if (id !== undefined && prices !== undefined)
    return shop.settings.hasListPrices ? rowsOf(shop, id, request) : null;
  if (request.path !== "/admin/price-lists") return null;
  const refused = refuseQuery(request, ["id", "q", "status", "starts_at", "ends_at"]);
  if (refused) return refused;
  const status = filterOf(request, "status");
  const lists = [...shop.priceLists.values()].filter((list) => status?.includes(list.status) ?? true);
  const { page, figures } = pageOf(request, lists);
  const wants = wantsOf(request.query.get("fields"), USUAL_OF_LIST);
  return ok({ price_lists: page.map((list) => pick(listRow(list), wants)), ...figures });
}

function rowsOf(shop: Shop, id: string, request: MedusaRequest): MedusaAnswer {
  const refused = refuseQuery(request, []);
  if (refused) return refused;
  const list = shop.priceLists.get(id);
  const rows = (list?.prices ?? []).map((row) => listedPriceRow(row, list?.updatedMs ?? 0));
  const { page, figures } = pageOf(request, rows);
  return ok({ prices: page, ...figures });
}
