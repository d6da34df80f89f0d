import { Readable } from "node:stream";
import { beforeEach, describe, expect, it } from "vitest";
import { pageAddress } from "@/server/domain/page-address";
import { type Cataloguer, openCatalog } from "@/server/testing/cataloguer";
import { duringTests } from "@/server/testing/during-tests";
import { startTestService } from "@/server/testing/service";
import { importOffers, putOffers } from "@/server/usecases/offers/put";
import { operatorContext } from "@/server/usecases/operator-context";

const service = duringTests(startTestService);
let mine: Cataloguer;

beforeEach(async () => {
  service.clock.advance(1_000);
  mine = await openCatalog(service);
  await mine.upsert(
    { sku: "LAMP", title: "Walnut desk lamp", price: { amount: "20.00", currency: "EUR" } },
    { sku: "MUG", title: "Mug", price: { amount: "9.00", currency: "USD" } },
  );
});

const put = (...offers: unknown[]) => mine.call("POST", "/catalog/offers", { offers });
const listed = async (sku = "LAMP") =>
  (await mine.call("GET", `/catalog/items/${await mine.itemId(sku)}/offers`)).json?.["data"] as Readonly<
    Record<string, unknown>
  >[];
const outcomes = (response: { json: Readonly<Record<string, unknown>> | null }) =>
  (response.json?.["rows"] as { outcome: string }[]).map(({ outcome }) => outcome);

const valueAt = (url: string) => {
  const page = pageAddress(url);
  if (page === null) throw new Error(`${url} is no address of a page`);
  const left = {
    seller: undefined,
    currency: undefined,
    packSize: undefined,
    shipping: undefined,
    priceSelector: undefined,
  };
  return { sku: "LAMP", page, ...left };
};

const PAGE = "https://www.lampenladen.example/p/1";

describe("competitors' pages", () => {
  it("are watched with the host as seller and the item's currency unless said otherwise", async () => {
    expect(
      outcomes(
        await put(
          { sku: "LAMP", url: PAGE },
          { sku: "MUG", url: PAGE, seller: "Mugs & more", currency: "GBP", pack_size: "6" },
        ),
      ),
    ).toEqual(["created", "created"]);
    expect(await listed()).toMatchObject([
      { url: PAGE, seller: "lampenladen.example", currency: "EUR", status: "active", last_check: null },
    ]);
    expect(await listed("MUG")).toMatchObject([{ seller: "Mugs & more", currency: "GBP", pack_size: "6" }]);
  });

  it("have what delivery costs, which a page does not say, until it is in another currency", async () => {
    const shipping = { amount: "4.90", currency: "EUR" };
    expect(outcomes(await put({ sku: "LAMP", url: PAGE, shipping }))).toEqual(["created"]);
    expect(outcomes(await put({ sku: "LAMP", url: PAGE, pack_size: "2" }))).toEqual(["updated"]);
    expect(await listed()).toMatchObject([{ pack_size: "2", shipping }]);
    expect(outcomes(await put({ sku: "LAMP", url: PAGE, shipping }))).toEqual(["unchanged"]);
    expect(outcomes(await put({ sku: "LAMP", url: PAGE, currency: "USD", shipping }))).toEqual(["refused"]);
    expect(outcomes(await put({ sku: "LAMP", url: PAGE, currency: "USD" }))).toEqual(["updated"]);
    expect(await listed()).toMatchObject([{ currency: "USD", shipping: null }]);
  });

  it("are one and the same however their address is written", async () => {
    await put({ sku: "LAMP", url: PAGE });
    const again = await put(
      { sku: "LAMP", url: "HTTPS://WWW.Lampenladen.example:443/p/1?utm_source=mail#reviews" },
      { sku: "LAMP", url: `${PAGE}?size=2` },
      { sku: "LAMP", url: PAGE, seller: "Lampenladen" },
      { sku: "LAMP", url: PAGE },
    );
    expect(outcomes(again)).toEqual(["unchanged", "created", "updated", "unchanged"]);
    expect((await listed()).map(({ url, seller }) => [url, seller])).toEqual([
      [`${PAGE}?size=2`, "lampenladen.example"],
      [PAGE, "Lampenladen"],
    ]);
  });

  it("are there once when they come twice at once", async () => {
    const responses = await Promise.all([1, 2, 3].map(() => put({ sku: "LAMP", url: PAGE })));
    expect(responses.flatMap(outcomes).sort()).toEqual(["created", "unchanged", "unchanged"]);
    expect(await listed()).toHaveLength(1);
  });

  it.each([
    ["sku", { sku: "NONE", url: PAGE }],
    ["url", { sku: "LAMP", url: "ftp://lampenladen.example/p" }],
    ["url", { sku: "LAMP", url: "https://me:secret@lampenladen.example/p" }],
    ["url", { sku: "LAMP" }],
    ["currency", { sku: "LAMP", url: PAGE, currency: "EURO" }],
  ])("refuse their row alone with a bad %s", async (path, row) => {
    const response = await put(row, { sku: "LAMP", url: PAGE });
    expect(outcomes(response)).toEqual(["refused", "created"]);
    expect(response.json).toMatchObject({ rows: [{ issues: [{ path }] }, {}] });
  });

  it.each(["10.0.0.7", "127.0.0.1", "169.254.169.254", "[::1]", "localhost", "shop.localhost", "0x7f000001"])(
    "are refused at %s when they are added, unless the operator allows private pages",
    async (host) => {
      const rows = [{ sku: "LAMP", value: valueAt(`http://${host}/p/1`) }];
      const context = await operatorContext(service.services, mine.workspace.id);
      const closed = {
        ...service.services,
        settings: { ...service.services.settings, allowPrivatePages: false },
      };
      expect(await putOffers({ ...context, services: closed }, rows)).toMatchObject({
        rows: [{ outcome: "refused", issues: [{ path: "url", code: "address_refused" }] }],
      });
      expect(await putOffers(context, rows)).toMatchObject({ rows: [{ outcome: "created" }] });
    },
  );

  it("are not watched beyond fifty of an item", async () => {
    const rows = Array.from({ length: 51 }, (_, n) => ({ sku: "LAMP", url: `${PAGE}/${n}` }));
    const response = await put(...rows);
    expect(response.json).toMatchObject({ created: 50, refused: 1 });
    expect(await listed()).toHaveLength(50);
  });

  it("come from a file, all of it or nothing", async () => {
    const context = await operatorContext(service.services, mine.workspace.id);
    const file = (...lines: string[]) =>
      importOffers(context, () =>
        Readable.from([["sku,url,seller,currency,pack_size", ...lines].join("\n")]),
      );
    await expect(file(`LAMP,${PAGE},,,`, "LAMP,nowhere,,,")).rejects.toMatchObject({
      code: "validation_error",
      extra: { issues: [{ path: "row 3.url" }] },
    });
    expect(await listed()).toEqual([]);
    expect(await file(`LAMP,${PAGE},Laden,EUR,500 g`)).toMatchObject({
      rows: 1,
      created: 1,
      updated: 0,
      unchanged: 0,
    });
    expect(await file(`LAMP,${PAGE},,,500 g`)).toMatchObject({ unchanged: 1 });
    expect(await listed()).toMatchObject([{ seller: "Laden", pack_size: "500 g" }]);
  });

  it("come from a file with a selector of the price, and keep it where a later file has none", async () => {
    const context = await operatorContext(service.services, mine.workspace.id);
    const file = (header: string, line: string) =>
      importOffers(context, () => Readable.from([`${header}\n${line}`]));
    const selector = ".buy-box .price";
    const line = `LAMP,${PAGE},${selector}`;
    expect(await file("sku,url,price_selector", line)).toMatchObject({ created: 1 });
    expect(await file("sku,url,price_selector", line)).toMatchObject({ unchanged: 1 });
    expect(await file("sku,url", `LAMP,${PAGE}`)).toMatchObject({ unchanged: 1 });
    expect(await listed()).toMatchObject([{ price_selector: selector }]);
    await expect(file("sku,url,price_selector", `LAMP,${PAGE},p[`)).rejects.toMatchObject({
      extra: { issues: [{ path: "row 2.price_selector" }] },
    });
  });

  it("are paused, resumed and removed, and a repeat changes nothing", async () => {
    await put({ sku: "LAMP", url: PAGE });
    const id = String((await listed())[0]?.["id"]);
    const act = (what: string) => mine.call("POST", `/offers/${id}/${what}`);
    const same = { ok: true, idempotent: true };
    expect((await act("pause")).json).toMatchObject({
      idempotent: false,
      offer: { status: "paused", next_check_at: null },
    });
    expect((await act("pause")).json).toEqual(same);
    expect(await act("check")).toMatchObject({ status: 409, json: { current_status: "paused" } });
    expect((await act("resume")).json).toMatchObject({ offer: { status: "active" } });
    expect((await act("resume")).json).toEqual(same);
    expect((await act("check")).json).toMatchObject({ offer: { checking: true } });
    expect((await act("check")).json).toEqual(same);
    expect((await act("remove")).json).toMatchObject({ offer: { status: "removed" } });
    expect((await act("remove")).json).toEqual(same);
    expect(await act("resume")).toMatchObject({ status: 409, json: { current_status: "removed" } });
    expect(await listed()).toEqual([]);
    expect(outcomes(await put({ sku: "LAMP", url: PAGE }))).toEqual(["updated"]);
    expect(await listed()).toMatchObject([{ id, status: "active", checking: false }]);
    const actions = await service.sql(
      "SELECT action FROM audit_events WHERE workspace_id = $1 AND subject = $2 ORDER BY seq",
      [mine.workspace.id, id],
    );
    expect(actions.map(({ action }) => action)).toEqual([
      "offer.pause",
      "offer.resume",
      "offer.check",
      "offer.remove",
    ]);
  });

  it("are listed page by page, newest first", async () => {
    await put(...[1, 2, 3].map((n) => ({ sku: "LAMP", url: `${PAGE}/${n}` })));
    const path = `/catalog/items/${await mine.itemId("LAMP")}/offers`;
    const first = await mine.call("GET", `${path}?limit=2`);
    const second = await mine.call("GET", `${path}?limit=2&cursor=${String(first.json?.["next_cursor"])}`);
    const urls = [first, second].flatMap(({ json }) =>
      (json?.["data"] as { url: string }[]).map(({ url }) => url),
    );
    expect(new Set(urls).size).toBe(3);
    expect(second.json?.["next_cursor"]).toBeNull();
  });
});
