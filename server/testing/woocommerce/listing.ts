import { onlyFields, present } from "./present";
import type { ShopProduct } from "./product";
import { invalidParams, type RestAnswer, type RestRequest } from "./rest";
import type { Shop } from "./shop";

const DATE = /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d)(?:\.\d+)?(Z|[+-]\d\d:\d\d)?$/;

/**
 * Answers a list of products or variations: filtered, ordered and cut as the request says, with its counts as headers.
 */
export function listAnswer(shop: Shop, all: readonly ShopProduct[], request: RestRequest): RestAnswer {
  const { query, home } = request;
  const whole = (name: string, otherwise: number) => Number(query.get(name) ?? otherwise);
  const perPage = whole("per_page", 10);
  if (!(Number.isInteger(perPage) && perPage >= 1 && perPage <= 100))
    return invalidParams({ per_page: "per_page must be between 1 (inclusive) and 100 (inclusive)" });
  const after = query.get("modified_after");
  if (after !== null && !DATE.test(after)) return invalidParams({ modified_after: "Invalid date." });
  const found = all
    .filter((each) => each.status !== "trash")
    .filter(
      (each) => after === null || isModifiedAfter(shop, each, after, query.get("dates_are_gmt") === "true"),
    )
    .filter((each) => !query.has("include") || query.get("include")?.split(",").includes(String(each.id)))
    .sort((a, b) => (query.get("order") === "asc" ? a.id - b.id : b.id - a.id));
  const offset = whole("offset", (whole("page", 1) - 1) * perPage);
  const rows = found.slice(offset, offset + perPage);
  return {
    status: 200,
    body: rows.map((each) => onlyFields(present(shop, each, home), query.get("_fields"))),
    headers: {
      "x-wp-total": String(found.length),
      "x-wp-totalpages": String(Math.ceil(found.length / perPage)),
    },
  };
}

/**
 * The shop's comparison, in whole seconds. A time with a zone is converted to the site's own time and one without is
 * left as it is; the flag only chooses which of the two stored times it is compared with. So a time with a zone under
 * the flag is wrong by the site's offset, and one without a zone and without the flag too.
 */
function isModifiedAfter(
  shop: Shop,
  { modifiedMs }: ShopProduct,
  text: string,
  datesAreGmt: boolean,
): boolean {
  const [, plain = "", zone] = DATE.exec(text) ?? [];
  const offsetMs = shop.settings.utcOffsetMinutes * 60_000;
  const asked = zone === undefined ? Date.parse(`${plain}Z`) : Date.parse(`${plain}${zone}`) + offsetMs;
  return (datesAreGmt ? modifiedMs : modifiedMs + offsetMs) > asked;
}
