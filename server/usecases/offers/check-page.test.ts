import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "@/server/domain/durations";
import { type Cataloguer, openCatalog } from "@/server/testing/cataloguer";
import { duringTests } from "@/server/testing/during-tests";
import { type PageServer, productPage, startPageServer } from "@/server/testing/page-server";
import { startTestService } from "@/server/testing/service";
import type { Checkpoint } from "../checkpoints";
import { operatorContext } from "../operator-context";
import { setPricing } from "../policy/set-shop-pricing";
import type { Services } from "../services";
import { checkPage } from "./check-page";

/** Pause between the requests to one host. */
const DELAY_MS = 3_000;

const service = duringTests(() => startTestService({ checkpoint: (point) => fault(point) }));
let shop: PageServer;
let mine: Cataloguer;
let fault: (point: Checkpoint) => void | Promise<void> = () => undefined;

beforeEach(async () => {
  fault = () => undefined;
  service.clock.set(service.clock.now() + DAY_MS);
  shop = await startPageServer();
  // Each test creates its own shop at the same host.
  await service.sql("DELETE FROM page_hosts");
  mine = await openCatalog(service);
  await mine.upsert({
    sku: "LAMP",
    title: "Walnut desk lamp",
    price: { amount: "20.00", currency: "EUR" },
    cost: { amount: "10.00", currency: "EUR" },
  });
});
afterEach(() => shop.close());

const euros = (amount: string) => ({ amount, currency: "EUR" });

/**
 * Watches a page of the shop.
 * @returns the offer's id
 */
async function watch(path = "/lamp", more: object = {}): Promise<string> {
  const result = await mine.call("POST", "/catalog/offers", {
    offers: [{ sku: "LAMP", url: `${shop.origin}${path}`, seller: "lampenladen", ...more }],
  });
  expect(result.json).toMatchObject({ refused: 0 });
  const url = new URL(path, shop.origin).href;
  const rows = await service.sql<{ id: string }>(
    "SELECT id FROM offers WHERE workspace_id = $1 AND url = $2",
    [mine.workspace.id, url],
  );
  return rows[0]?.id ?? "";
}

const work = (id: string, services: Services = service.services): Promise<void> =>
  checkPage(services, mine.workspace.tenant, id);

/** Checks the page until a check is stored: the first request to a shop only fetches its robots.txt. */
async function runCheck(id: string): Promise<Readonly<Record<string, unknown>>> {
  const before = (await checks(id)).length;
  for (let turn = 0; turn < 3 && (await checks(id)).length === before; turn++) {
    await work(id);
    service.clock.advance(DELAY_MS);
  }
  return (await checks(id))[0] ?? {};
}

async function checks(id: string): Promise<Readonly<Record<string, unknown>>[]> {
  const { json } = await mine.call("GET", `/offers/${id}/checks`);
  return (json?.["data"] ?? []) as Readonly<Record<string, unknown>>[];
}

const offer = async (id: string) => (await mine.call("GET", `/offers/${id}`)).json ?? {};

const market = async () => (await mine.item("LAMP"))?.["market"] as { median: object | null; count: number };

const observations = () =>
  service.sql("SELECT * FROM observations WHERE workspace_id = $1 ORDER BY id", [mine.workspace.id]);

const offers = () =>
  service.sql("SELECT seller, price, shipping FROM current_offers WHERE workspace_id = $1", [
    mine.workspace.id,
  ]);

/** Sets the clock to the time when the page is due again. */
async function whenDue(id: string): Promise<void> {
  const { next_check_at: due } = await offer(id);
  service.clock.set(String(due));
}

const usedChecks = async () => {
  const { json } = await mine.call("GET", "/workspace/status");
  return (json?.["usage"] as { checks: { used: number; limit: number } }).checks;
};

describe("a check of a competitor's page", () => {
  it("keeps what is known of the seller's delivery where the page was watched without it", async () => {
    const known = { sku: "LAMP", seller: "lampenladen", price: euros("19.00"), shipping: euros("4.90") };
    await mine.observe({ ...known, observed_at: new Date(service.clock.now()).toISOString() });
    service.clock.advance(MINUTE_MS);
    shop.pages.set("/lamp", productPage("18.00"));
    await runCheck(await watch());
    expect(await observations()).toMatchObject([{ price: 1900n }, { price: 1800n, shipping: 490n }]);
  });

  it("keeps what is known of the seller's delivery under another spelling of its name, and takes that one's place", async () => {
    const known = { sku: "LAMP", seller: "Lampenladen", price: euros("19.00"), shipping: euros("4.90") };
    await mine.observe({ ...known, observed_at: new Date(service.clock.now()).toISOString() });
    service.clock.advance(MINUTE_MS);
    shop.pages.set("/lamp", productPage("18.00"));
    await runCheck(await watch());
    expect(await offers()).toEqual([{ seller: "lampenladen", price: 1800n, shipping: 490n }]);
  });

  it("records no delivery any more once the page is watched without it", async () => {
    shop.pages.set("/lamp", productPage("18.00"));
    const id = await watch("/lamp", { shipping: euros("4.90") });
    await runCheck(id);
    expect(await offers()).toMatchObject([{ price: 1800n, shipping: 490n }]);
    await watch("/lamp", { shipping: null });
    expect(await offers()).toMatchObject([{ price: 1800n, shipping: null }]);
    await runCheck(id);
    expect(await observations()).toMatchObject([{ shipping: 490n }, { shipping: null }]);
    expect(await offers()).toMatchObject([{ price: 1800n, shipping: null }]);
  });

  it("keeps the delivery that was recorded with a price where the page is watched without it", async () => {
    shop.pages.set("/lamp", productPage("18.00"));
    await runCheck(await watch("/lamp", { shipping: euros("4.90") }));
    const known = { sku: "LAMP", seller: "lampenladen", price: euros("19.00"), shipping: euros("4.90") };
    await mine.observe({ ...known, observed_at: new Date(service.clock.now()).toISOString() });
    await watch("/lamp", { shipping: null });
    expect(await offers()).toMatchObject([{ price: 1900n, shipping: 490n }]);
  });

  it("counts once where only the case of the seller's name is changed", async () => {
    shop.pages.set("/lamp", productPage("18.00"));
    const id = await watch();
    await runCheck(id);
    await watch("/lamp", { seller: "Lampenladen" });
    expect(await offers()).toMatchObject([{ price: 1800n }]);
    await runCheck(id);
    expect(await offers()).toMatchObject([{ seller: "Lampenladen", price: 1800n }]);
  });

  it("is made again where the workspace's VAT was changed while the page was read, and counted once", async () => {
    shop.pages.set("/lamp", productPage("20.00").replace("20.00 EUR", "20.00 EUR excl. VAT"));
    const by = await operatorContext(service.services, mine.workspace.id);
    const id = await watch();
    await work(id);
    service.clock.advance(DELAY_MS);
    fault = async (point) => {
      if (point === "page-check:answered" && shop.requested().length === 1)
        await setPricing(by, { prices_include_vat: true, vat_rate: "0.2" });
    };
    await work(id);
    expect(await checks(id)).toEqual([]);
    expect(await observations()).toEqual([]);
    await runCheck(id);
    expect(await checks(id)).toMatchObject([{ outcome: "price", price: euros("24.00") }]);
    expect((await usedChecks()).used).toBe(1);
  });

  it("records the price with the delivery that the page was watched with", async () => {
    shop.pages.set("/lamp", productPage("18.00"));
    await runCheck(await watch("/lamp", { shipping: euros("4.90") }));
    expect(await observations()).toMatchObject([{ price: 1800n, shipping: 490n }]);
  });

  it("is counted by its outcome in the metrics", async () => {
    const counted = async (): Promise<number> => {
      const text = await service.services.meter.text();
      return Number(/^pricecheck_page_checks_total\{outcome="price"\} (\d+)$/m.exec(text)?.[1] ?? 0);
    };
    shop.pages.set("/lamp", productPage("18.90"));
    const id = await watch();
    const before = await counted();
    expect(await runCheck(id)).toMatchObject({ outcome: "price" });
    expect(await counted()).toBe(before + 1);
  });

  it("becomes an observation with its evidence, and the market that the item shows", async () => {
    shop.pages.set("/lamp", productPage("18.90"));
    const id = await watch();
    const check = await runCheck(id);
    expect(check).toMatchObject({
      outcome: "price",
      price: euros("18.90"),
      in_stock: true,
      http_status: 200,
      asked_by: "schedule",
      final_url: `${shop.origin}/lamp`,
      method: expect.stringContaining("json_ld"),
      snippet: expect.stringContaining("18.90"),
      body_sha256: expect.stringMatching(/^[0-9a-f]{64}$/),
    });
    expect(Number(check["confidence"])).toBeGreaterThan(0.5);
    const [seen] = await observations();
    expect(seen).toMatchObject({
      id: check["observation_id"],
      check_id: check["id"],
      price: 1890n,
      seller: "lampenladen",
      source: "check",
      in_stock: true,
    });
    expect(await market()).toMatchObject({ median: euros("18.90"), count: 1 });
  });

  it("does not follow a redirect to a host whose robots.txt disallows the page", async () => {
    const other = shop.origin.includes("127.0.0.1")
      ? shop.origin.replace("127.0.0.1", "localhost")
      : shop.origin.replace("localhost", "127.0.0.1");
    const { host } = new URL(other);
    shop.pages.set("/robots.txt", (request, response) => {
      response.end(request.headers.host === host ? "User-agent: *\nDisallow: /lamp" : "");
    });
    shop.pages.set("/moved/lamp", { status: 302, headers: { location: `${other}/lamp` } });
    shop.pages.set("/open/lamp", { status: 302, headers: { location: `${other}/desk-lamp` } });
    shop.pages.set("/lamp", productPage("18.90"));
    shop.pages.set("/desk-lamp", productPage("17.90"));
    expect(await runCheck(await watch("/moved/lamp"))).toMatchObject({ outcome: "refused_by_robots" });
    expect(shop.requested()).not.toContain("/lamp");
    expect(await runCheck(await watch("/open/lamp"))).toMatchObject({
      outcome: "price",
      price: euros("17.90"),
    });
  });

  it("does not follow a redirect within the host to a page that its robots.txt disallows", async () => {
    shop.pages.set("/robots.txt", { status: 200, body: "User-agent: *\nDisallow: /out/" });
    shop.pages.set("/lamp", { status: 302, headers: { location: "/out/lamp" } });
    shop.pages.set("/out/lamp", productPage("18.90"));
    expect(await runCheck(await watch())).toMatchObject({ outcome: "refused_by_robots" });
    expect(shop.requested()).not.toContain("/out/lamp");
  });

  it("says who asks and where to read what this is", async () => {
    shop.pages.set("/lamp", productPage("18.90"));
    await runCheck(await watch());
    const agents = shop.seen.map(({ headers }) => headers["user-agent"]);
    expect(new Set(agents)).toEqual(new Set(["Pricecheck/1.0 (+http://localhost:3000/bot)"]));
  });

  it("asks for a known page on condition, and sees its price again where it is unchanged", async () => {
    shop.pages.set("/lamp", (request, response) => {
      const same = request.headers["if-none-match"] === '"v1"';
      response
        .writeHead(same ? 304 : 200, { "content-type": "text/html", etag: '"v1"' })
        .end(same ? undefined : productPage("18.90"));
    });
    const id = await watch();
    const first = await runCheck(id);
    await whenDue(id);
    const second = await runCheck(id);
    expect(second).toMatchObject({
      outcome: "unchanged",
      http_status: 304,
      price: euros("18.90"),
      same_as: first["id"],
      body_sha256: first["body_sha256"],
    });
    const seen = await observations();
    expect(seen.map(({ price }) => price)).toEqual([1890n, 1890n]);
    expect(seen[1]).toMatchObject({ check_id: second["id"] });
    expect((await mine.item("LAMP"))?.["market"]).toMatchObject({ newest: second["at"] });
  });

  it.each([
    ["the site fails", { status: 500 }, "failed", "500"],
    ["the page is gone", { status: 404 }, "failed", "404"],
    [
      "nothing is answered as a page",
      { status: 200, headers: { "content-type": "image/png" } },
      "failed",
      "image/png",
    ],
    [
      "no price stands on it",
      "<html><body><h1>About us</h1></body></html>",
      "no_price",
      "not a product page",
    ],
    ["the price is in another currency", productPage("18.90", "USD"), "other_currency", "USD"],
    ["it is unchanged, but nothing is known of it", { status: 304 }, "failed", "unchanged"],
  ])("is no price, no change and no stock when %s", async (_, result, outcome, reason) => {
    shop.pages.set("/lamp", productPage("18.90"));
    const id = await watch();
    await runCheck(id);
    const before = await mine.item("LAMP");
    shop.pages.set("/lamp", result);
    await whenDue(id);
    expect(await runCheck(id)).toMatchObject({
      outcome,
      reason: expect.stringContaining(reason),
      observation_id: null,
    });
    expect(await observations()).toHaveLength(1);
    expect((await mine.item("LAMP"))?.["market"]).toEqual(before?.["market"]);
  });

  it("never takes 0 for a price", async () => {
    shop.pages.set("/lamp", productPage("0.00"));
    const id = await watch();
    expect(await runCheck(id)).toMatchObject({ observation_id: null });
    expect(await observations()).toHaveLength(0);
  });

  it("knows an article that is sold out, at its price", async () => {
    shop.pages.set("/lamp", productPage("18.90", "EUR", "OutOfStock"));
    const id = await watch();
    expect(await runCheck(id)).toMatchObject({ outcome: "price", in_stock: false });
    expect(await market()).toMatchObject({ count: 0 });
  });

  it("does not go where the site asks not to, and records that", async () => {
    shop.pages.set("/robots.txt", {
      status: 200,
      headers: { "content-type": "text/plain" },
      body: "User-agent: *\nDisallow: /lamp",
    });
    shop.pages.set("/lamp", productPage("18.90"));
    const id = await watch();
    expect(await runCheck(id)).toMatchObject({ outcome: "refused_by_robots", observation_id: null });
    expect(shop.requested()).toEqual([]);
    const { next_check_at: next } = await offer(id);
    expect(Date.parse(String(next)) - service.clock.now()).toBeGreaterThan(2 * DAY_MS);
  });

  it.each([503, 429])("waits where the site's rules cannot be read and it answers %i", async (status) => {
    shop.pages.set("/robots.txt", { status });
    shop.pages.set("/lamp", productPage("18.90"));
    const id = await watch();
    expect(await runCheck(id)).toMatchObject({
      outcome: "failed",
      reason: expect.stringContaining("robots.txt could not be read"),
    });
    expect(shop.requested()).toEqual([]);
    shop.pages.delete("/robots.txt");
    await whenDue(id);
    expect(await runCheck(id)).toMatchObject({ outcome: "price" });
  });

  it("is not made in a private network unless the installation allows it", async () => {
    shop.pages.set("/lamp", productPage("18.90"));
    const id = await watch();
    const settings = { ...service.services.settings, allowPrivatePages: false };
    await work(id, { ...service.services, settings });
    expect(shop.seen).toEqual([]);
    expect(await observations()).toHaveLength(0);
  });

  it("does not follow a page into a private network", async () => {
    const { port } = new URL(shop.origin);
    shop.pages.set("/lamp", { status: 302, headers: { location: `http://127.0.0.2:${port}/admin` } });
    const id = await watch();
    const settings = { ...service.services.settings, allowPrivatePages: ["127.0.0.1"] };
    for (let turn = 0; turn < 2; turn++) {
      await work(id, { ...service.services, settings });
      service.clock.advance(DELAY_MS);
    }
    expect((await checks(id))[0]).toMatchObject({
      outcome: "failed",
      reason: expect.stringContaining("private or reserved network"),
    });
    expect(shop.requested()).toEqual(["/lamp"]);
  });

  it("does not take a price again that a person reported as wrong, until the page shows another", async () => {
    shop.pages.set("/lamp", { status: 200, headers: { etag: '"v1"' }, body: productPage("1.89") });
    const id = await watch();
    await runCheck(id);
    await whenDue(id);
    const { observation_id: wrong } = await runCheck(id);
    const reason = "The price of a bulb.";
    const report = await mine.call("POST", `/observations/${String(wrong)}/report`, { reason });
    expect(report.status).toBe(200);
    expect(await market()).toMatchObject({ count: 0 });
    await whenDue(id);
    expect(await runCheck(id)).toMatchObject({ outcome: "reported_wrong", observation_id: null });
    expect(shop.seen.at(-1)?.headers["if-none-match"]).toBeUndefined();
    expect(await market()).toMatchObject({ count: 0 });
    shop.pages.set("/lamp", productPage("18.90"));
    await whenDue(id);
    expect(await runCheck(id)).toMatchObject({ outcome: "price" });
    expect(await market()).toMatchObject({ count: 1, median: euros("18.90") });
  });

  it("does not take a price again that was reported under another spelling of the seller's name", async () => {
    shop.pages.set("/lamp", { status: 200, headers: { etag: '"v1"' }, body: productPage("1.89") });
    const id = await watch("/lamp", { seller: "Lampenladen" });
    const { observation_id: wrong } = await runCheck(id);
    await watch();
    expect(await runCheck(id)).toMatchObject({ outcome: "price" });
    const report = () =>
      mine.call("POST", `/observations/${String(wrong)}/report`, { reason: "The price of a bulb." });
    await report();
    expect(await offers()).toEqual([]);
    await mine.call("POST", `/observations/${String(wrong)}/restore`);
    expect(await offers()).toMatchObject([{ seller: "lampenladen" }]);
    await report();
    await whenDue(id);
    expect(await runCheck(id)).toMatchObject({ outcome: "reported_wrong" });
    expect(shop.seen.at(-1)?.headers["if-none-match"]).toBeUndefined();
  });

  it("counts under the page's new seller alone, and a price that was reported as wrong stays out", async () => {
    shop.pages.set("/lamp", productPage("1.89"));
    const id = await watch();
    const { observation_id: wrong } = await runCheck(id);
    await mine.call("POST", `/observations/${String(wrong)}/report`, { reason: "A bulb." });
    await watch("/lamp", { seller: "Lamp Shop" });
    await whenDue(id);
    expect(await runCheck(id)).toMatchObject({ outcome: "reported_wrong" });
    shop.pages.set("/lamp", productPage("18.90"));
    await whenDue(id);
    await runCheck(id);
    await watch("/lamp", { seller: "Lamp Shop Ltd" });
    expect(await market()).toMatchObject({ count: 0 });
    await whenDue(id);
    await runCheck(id);
    expect(await market()).toMatchObject({ count: 1, median: euros("18.90") });
  });

  it("stays paused when a list says something else of it", async () => {
    const id = await watch();
    await mine.call("POST", `/offers/${id}/pause`);
    await watch("/lamp", { shipping: euros("4.90") });
    expect(await offer(id)).toMatchObject({ status: "paused", next_check_at: null, shipping: euros("4.90") });
    await mine.call("POST", `/offers/${id}/resume`);
    expect(await offer(id)).toMatchObject({ status: "active" });
  });

  it("forgets what a page answered that was paused meanwhile", async () => {
    shop.pages.set("/lamp", productPage("18.90"));
    const id = await watch();
    await work(id);
    service.clock.advance(DELAY_MS);
    fault = async (point) => {
      if (point === "page-check:answered") await mine.call("POST", `/offers/${id}/pause`);
    };
    await work(id);
    expect(shop.requested()).toEqual(["/lamp"]);
    expect(await observations()).toHaveLength(0);
    expect(await checks(id)).toHaveLength(0);
  });
});

describe("the pace of page checks", () => {
  it("rests after each request, as long as the site's rules say", async () => {
    shop.pages.set("/robots.txt", {
      status: 200,
      headers: { "content-type": "text/plain" },
      body: "User-agent: Pricecheck\nCrawl-delay: 20\nDisallow:",
    });
    shop.pages.set("/lamp", productPage("18.90"));
    const id = await watch();
    await work(id);
    service.clock.advance(19_000);
    await work(id);
    expect(shop.requested()).toEqual([]);
    service.clock.advance(1_000);
    await work(id);
    expect(shop.requested()).toEqual(["/lamp"]);
  });

  it("keeps two workers from requesting from one host at once, or sooner than the pause allows", async () => {
    const settings = { ...service.services.settings, pageDelayMs: 150 };
    const services = { ...service.services, settings, now: Date.now };
    const paths = [1, 2, 3, 4].map((n) => `/lamp-${n}`);
    for (const path of paths)
      shop.pages.set(path, (_, response) => {
        setTimeout(
          () => response.writeHead(200, { "content-type": "text/html" }).end(productPage("9.90")),
          60,
        );
      });
    service.clock.set(Date.now() - HOUR_MS);
    const ids: string[] = [];
    for (const path of paths) ids.push(await watch(path));
    const worker = async (): Promise<void> => {
      const until = Date.now() + 20_000;
      while (Date.now() < until && new Set(shop.requested()).size < paths.length)
        await Promise.all(ids.map((id) => work(id, services)));
    };
    await Promise.all([worker(), worker()]);
    expect([...shop.requested()].sort()).toEqual(paths);
    const requests = [...shop.seen].sort((a, b) => a.beganMs - b.beganMs);
    for (const [index, request] of requests.entries()) {
      const before = requests[index - 1];
      if (before) expect(request.beganMs - (before.endedMs ?? Infinity)).toBeGreaterThanOrEqual(149);
    }
  });

  it("waits longer after each failure, and as long as the site asks", async () => {
    shop.pages.set("/lamp", { status: 500 });
    const id = await watch();
    const waits: number[] = [];
    for (let n = 0; n < 4; n++) {
      await runCheck(id);
      const { next_check_at: next, last_check: last } = await offer(id);
      waits.push((Date.parse(String(next)) - Date.parse((last as { at: string }).at)) / HOUR_MS);
      await whenDue(id);
    }
    expect(waits).toEqual([1, 2, 4, 8]);
    shop.pages.set("/lamp", { status: 429, headers: { "retry-after": String(48 * 60 * 60) } });
    await work(id);
    const { next_check_at: next } = await offer(id);
    expect((Date.parse(String(next)) - service.clock.now()) / HOUR_MS).toBe(48);
    const other = await watch("/other");
    service.clock.advance(HOUR_MS);
    await work(other);
    expect(shop.requested()).not.toContain("/other");
  });

  it("comes again a day later, at a time of the page's own", async () => {
    const due: number[] = [];
    for (const path of ["/a", "/b", "/c"]) {
      shop.pages.set(path, productPage("18.90"));
      const id = await watch(path);
      await runCheck(id);
      due.push(Date.parse(String((await offer(id))["next_check_at"])) - service.clock.now());
    }
    expect(new Set(due).size).toBe(3);
    for (const wait of due) {
      expect(wait).toBeGreaterThan(0.4 * DAY_MS);
      expect(wait).toBeLessThan(1.6 * DAY_MS);
    }
  });

  it("is taken up again where a worker was killed, counted once and recorded once", async () => {
    shop.pages.set("/lamp", productPage("18.90"));
    const id = await watch();
    await work(id);
    service.clock.advance(DELAY_MS);
    let release: () => void = () => undefined;
    const released = new Promise<void>((resolve) => {
      release = resolve;
    });
    let first = true;
    fault = (point) => {
      if (point !== "page-check:answered" || !first) return;
      first = false;
      return released;
    };
    const killed = work(id);
    await expect.poll(() => shop.requested().length).toBe(1);
    await work(id);
    expect(shop.requested()).toHaveLength(1);
    service.clock.advance(MINUTE_MS);
    await work(id);
    expect(shop.requested()).toHaveLength(2);
    release();
    await killed;
    expect(await checks(id)).toHaveLength(1);
    expect(await observations()).toHaveLength(1);
    expect((await usedChecks()).used).toBe(1);
  });
});

describe("a month's checks", () => {
  const useUp = async (left: number, plan: "free" | "pro" = "free") => {
    await service.sql("UPDATE workspaces SET plan = $2 WHERE id = $1", [mine.workspace.id, plan]);
    const month = new Date(service.clock.now()).toISOString().slice(0, 8);
    await service.sql("INSERT INTO check_usage (workspace_id, month, used) VALUES ($1, $2, $3)", [
      mine.workspace.id,
      `${month}01`,
      1_000 - left,
    ]);
  };

  it("are counted before the page is asked for, and the last one goes to one of many who ask at once", async () => {
    await useUp(1);
    const ids = [];
    for (const path of ["/a", "/b", "/c", "/d"]) ids.push(await watch(path));
    const responses = await Promise.all(ids.map((id) => mine.call("POST", `/offers/${id}/check`)));
    expect(responses.map(({ status }) => status).sort()).toEqual([200, 402, 402, 402]);
    expect(responses.find(({ status }) => status === 402)?.json).toMatchObject({
      error: "check_budget_exceeded",
      limit: 1_000,
      used: 1_000,
      plan: "free",
      resets_at: expect.stringMatching(/-01T00:00:00.000Z$/),
    });
    expect(await usedChecks()).toMatchObject({ used: 1_000, limit: 1_000 });
    expect(shop.seen).toEqual([]);
  });

  it("go one by one where checks come by themselves, and the workspace is told once that they are used up", async () => {
    await useUp(1);
    const ids = [];
    for (const path of ["/a", "/b", "/c"]) {
      shop.pages.set(path, productPage("18.90"));
      ids.push(await watch(path));
    }
    for (let turn = 0; turn < 5; turn++)
      for (const id of ids) {
        await work(id);
        service.clock.advance(DELAY_MS);
      }
    expect(shop.requested()).toHaveLength(1);
    const mails = await service.sql("SELECT subject FROM mails WHERE workspace_id = $1", [mine.workspace.id]);
    expect(mails).toEqual([{ subject: expect.stringContaining("used up") }]);
    expect((await usedChecks()).used).toBe(1_000);
  });

  it("begin anew with the month", async () => {
    await useUp(0);
    shop.pages.set("/lamp", productPage("18.90"));
    const id = await watch();
    expect((await mine.call("POST", `/offers/${id}/check`)).status).toBe(402);
    const now = new Date(service.clock.now());
    service.clock.set(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, 1));
    expect((await usedChecks()).used).toBe(0);
    expect((await mine.call("POST", `/offers/${id}/check`)).status).toBe(200);
    expect((await usedChecks()).used).toBe(1);
    expect(await runCheck(id)).toMatchObject({ outcome: "price", asked_by: "person" });
    expect((await usedChecks()).used).toBe(1);
  });
});
