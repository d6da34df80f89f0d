import { ITEM_SORTS } from "@/server/domain/items/item-list";

/** A list of the API by its name, and its address below `/api/v1`. */
export interface List {
  readonly name: string;
  readonly path: string;
  /** The bar of the 95th percentile in milliseconds. */
  readonly barMs: number;
}

/**
 * Of a page that an index is read for, and of one by a column without an index, for which all rows are gone through.
 */
const INDEXED_MS = 50;
const ALL_ROWS_MS = 300;

const list = (name: string, path: string): List => ({ name, path, barMs: INDEXED_MS });

const items = (name: string, query: string): List => list(`items, ${name}`, `/catalog/items?${query}`);

/** Every order of the lists that a shop reads most, and their commonest filters. */
export const LISTS: readonly List[] = [
  ...ITEM_SORTS.map((sort) => items(sort.replace("_", " "), `sort=${sort}`)),
  items("above the market", "market_position=above"),
  items("changed since a day", "updated_since=2020-01-01T00:00:00Z"),
  items("a tag", "tag=group-3"),
  items("a search", "q=Item%207"),
  list("recommendations", "/recommendations?"),
  list("recommendations, waiting", "/recommendations?status=pending_approval"),
  list("alerts", "/alerts?"),
  list("alerts, money at risk", "/alerts?sort=money_at_risk"),
  list("alerts, by kind", "/alerts?sort=kind"),
  list("alerts, open by kind", "/alerts?status=open&sort=kind"),
  list("alerts, open", "/alerts?status=open"),
  list("report, newest", "/reports/rows?report=recommendations"),
  list("report, by margin", "/reports/rows?report=margins&sort=margin&order=asc"),
  {
    name: "report, by change",
    path: "/reports/rows?report=recommendations&sort=change_ratio",
    barMs: ALL_ROWS_MS,
  },
  {
    name: "report, alerts by money",
    path: "/reports/rows?report=alerts&sort=money_at_risk",
    barMs: ALL_ROWS_MS,
  },
];

const PAGE_ROWS = 50;

/** Reads pages of a list one after the other, from the first again after the last. */
export class Reader {
  readonly #url: string;
  #cursor: string | null = null;

  /** @param service the address of the service, without `/api/v1` */
  constructor(
    service: string,
    { path }: List,
    private readonly token: string,
  ) {
    this.#url = `${service}/api/v1${path}&limit=${PAGE_ROWS}`;
  }

  /** Reads the next page. @returns milliseconds until its last byte @throws Error if it is not answered, or is empty */
  async next(): Promise<number> {
    const place = this.#cursor === null ? "" : `&cursor=${encodeURIComponent(this.#cursor)}`;
    const began = performance.now();
    const response = await fetch(`${this.#url}${place}`, {
      headers: { authorization: `Bearer ${this.token}` },
    });
    const text = await response.text();
    const took = performance.now() - began;
    if (!response.ok) throw new Error(`${this.#url} answered ${response.status}: ${text.slice(0, 300)}`);
    const page = JSON.parse(text) as { data: unknown[]; next_cursor: string | null };
    if (page.data.length === 0) throw new Error(`${this.#url} is empty`);
    this.#cursor = page.next_cursor;
    return took;
  }
}
