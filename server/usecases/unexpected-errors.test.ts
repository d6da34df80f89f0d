import { beforeEach, describe, expect, it } from "vitest";
import { DAY_MS } from "@/server/domain/durations";
import { duringTests } from "@/server/testing/during-tests";
import { productPage, startPageServer } from "@/server/testing/page-server";
import { type Shop as StoreShop, startShops } from "@/server/testing/shop";
import { openShop } from "@/server/testing/watched-shop";
import { requestSync } from "./integrations/request-sync";
import { runSync } from "./integrations/sync";
import { checkPage } from "./offers/check-page";
import { operatorContext } from "./operator-context";
import { withOrigin } from "./report";
import { processRun } from "./runs/process";
import type { Services } from "./services";

const CONFIDENTIAL = "the shop says 18.37 EUR";

const shops = duringTests(startShops);
let shop: StoreShop;
const pages = duringTests(startPageServer);

beforeEach(async () => {
  shop = await shops.shop();
});

/** Returns the warnings and errors that name a workspace. */
const problems = () => shops.service.logged.filter(({ fields }) => "workspace" in fields);

/** Returns the line of an unexpected error in a job, for a comparison. */
const line = (about: object) => ({
  level: "error",
  message: "unexpected error",
  fields: { ...about, job: "31", at: expect.stringMatching(/\.ts:\d+/) },
});

describe("an error that nothing foresaw", () => {
  const failing = (): never => {
    throw Object.assign(new RangeError(CONFIDENTIAL), { code: "E_TEST" });
  };

  it("is one line of the table for a run, without what it quotes", async () => {
    const watched = await openShop(shops.service);
    const { id: workspace, tenant } = watched.workspace;
    const { json } = await watched.call("POST", "/runs", {});
    const run = (json?.["run"] as { id: string }).id;
    const services: Services = {
      ...shops.service.services,
      checkpoint: (point) => (point === "run:before-finish" ? failing() : undefined),
    };
    await withOrigin({ job: "31" }, () => processRun(services, tenant, run));
    const facts = { error: "RangeError", code: "E_TEST" };
    expect(problems()).toContainEqual(line({ workspace, run, ...facts }));
    expect(JSON.stringify(shops.service.lines)).not.toContain(CONFIDENTIAL);
  });

  it("is one line of the table for a sync, without what it quotes", async () => {
    const { id: workspace, tenant } = shop.workspace;
    const { services, sql } = shops.service;
    await requestSync(await operatorContext(services, workspace));
    await shop.pending();
    await sql(`CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$
        BEGIN RAISE EXCEPTION '${CONFIDENTIAL}' USING ERRCODE = '22003'; END $$;
      CREATE TRIGGER refuse BEFORE UPDATE OF vat_rates ON integrations EXECUTE FUNCTION refuse()`);
    await withOrigin({ job: "31" }, () => runSync(services, tenant, shop.integration));
    await sql("DROP FUNCTION refuse CASCADE");
    expect(problems()).toContainEqual(
      line({ workspace, integration: shop.integration, error: expect.any(String), code: "22003" }),
    );
  });

  it("is one line of the table for a competitor's page, without what it quotes", async () => {
    const { id: workspace, tenant } = shop.workspace;
    const { ref } = await shop.pending();
    pages.pages.set("/lamp", productPage("18.37"));
    const page = { sku: ref, url: `${pages.origin}/lamp`, seller: "lampenladen" };
    expect(await shop.post("/catalog/offers", { offers: [page] })).toMatchObject({ json: { refused: 0 } });
    const [row] = await shops.service.sql<{ id: string }>(
      "UPDATE offers SET price_selector = '[[18.37' WHERE workspace_id = $1 RETURNING id",
      [workspace],
    );
    const offer = row?.id ?? "";
    for (let visit = 0; visit < 2; visit++) {
      await withOrigin({ job: "31" }, () => checkPage(shops.service.services, tenant, offer));
      shops.service.clock.advance(DAY_MS);
    }
    expect(problems()).toContainEqual(line({ workspace, offer, error: "Error" }));
    expect(JSON.stringify(shops.service.lines)).not.toContain("[[18.37");
  });
});
