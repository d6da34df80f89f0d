import { beforeAll, describe, expect, it } from "vitest";
import { duringTests } from "@/server/testing/during-tests";
import type { TestWorkspace } from "@/server/testing/factories";
import { startTestService } from "@/server/testing/service";

const service = duringTests(() => startTestService({ now: "2026-11-12T12:00:00Z" }));
let shop: TestWorkspace;
let token: string;

beforeAll(async () => {
  shop = await service.workspace();
  token = await service.mintToken({ workspaceId: shop.id, userId: shop.userId });
  for (const [at, money] of RISKS.entries()) {
    service.clock.advance(1_000);
    await service.make.alert(shop.id, { money_at_risk: money, message: `alert ${at}` });
  }
  const margins = ["0.1500", "-0.0250", null, "0.4000", "0.1500"];
  for (const margin of margins) {
    service.clock.advance(1_000);
    await service.make.recommendation(shop.id, { margin_after: margin });
    await service.make.item(shop.id, { cost: margin === null ? null : 500 });
  }
});

/** The alerts' money at risk in minor units, two of them equal and two unknown. */
const RISKS = [900, null, 12_000, 900, null, 5] as const;

interface Page {
  readonly columns: readonly { name: string; sortable: boolean }[];
  readonly data: readonly Record<string, unknown>[];
  readonly next_cursor: string | null;
}

const ask = (query: string, as = token) => service.call("GET", `/reports/rows?${query}`, { token: as });

/** Reads a report to its end in pages of two rows. */
async function whole(query: string): Promise<Page["data"]> {
  const rows: Record<string, unknown>[] = [];
  for (let cursor = ""; ; ) {
    const page = (await ask(`${query}&limit=2${cursor}`)).json as unknown as Page;
    rows.push(...page.data);
    if (page.next_cursor === null) return rows;
    cursor = `&cursor=${page.next_cursor}`;
  }
}

const values = async (query: string, column: string) => (await whole(query)).map((row) => row[column]);

describe("a report sorted by a column", () => {
  it("is in that order across its pages, what is unknown last in both directions", async () => {
    const by = (order: string) => values(`report=alerts&sort=money_at_risk&order=${order}`, "money_at_risk");
    expect(await by("desc")).toEqual(["120.00", "9.00", "9.00", "0.05", null, null]);
    expect(await by("asc")).toEqual(["0.05", "9.00", "9.00", "120.00", null, null]);
  });

  it("has each row once, also where values are equal or unknown", async () => {
    for (const order of ["asc", "desc"]) {
      const ids = await values(`report=alerts&sort=money_at_risk&order=${order}`, "id");
      expect(new Set(ids).size).toBe(RISKS.length);
      expect(ids).toHaveLength(RISKS.length);
    }
  });

  it("compares ratios as numbers, not as texts", async () => {
    const margins = await values("report=recommendations&sort=margin_after&order=asc", "margin_after");
    expect(margins).toEqual(["-0.0250", "0.1500", "0.1500", "0.4000", null]);
  });

  it.each(["recommendations", "margins", "alerts", "write_backs"])(
    "%s has all its rows by every column that it says it sorts by, in both directions",
    async (report) => {
      if (report === "write_backs") await service.make.writeBack(shop.id);
      const newest = await values(`report=${report}`, "id");
      const { columns } = (await ask(`report=${report}`)).json as unknown as Page;
      const sortable = columns.filter((column) => column.sortable);
      expect(sortable.length).toBeGreaterThan(2);
      for (const { name } of sortable)
        for (const order of ["asc", "desc"]) {
          const ids = await values(`report=${report}&sort=${name}&order=${order}`, "id");
          expect([...ids].sort(), `${name} ${order}`).toEqual([...newest].sort());
        }
    },
  );

  it("goes on where it was while rows are added and removed", async () => {
    const sorted = "report=alerts&sort=money_at_risk&order=desc&limit=2";
    const first = (await ask(sorted)).json as unknown as Page;
    const added = await service.make.alert(shop.id, { money_at_risk: 99_999 });
    const second = (await ask(`${sorted}&cursor=${first.next_cursor}`)).json as unknown as Page;
    await service.sql("DELETE FROM alerts WHERE id = $1", [added]);
    expect(second.data.map((row) => row["money_at_risk"])).toEqual(["9.00", "0.05"]);
  });

  it("keeps its filters", async () => {
    expect(await values("report=alerts&sort=money_at_risk&status=resolved", "id")).toEqual([]);
    expect(await values("report=margins&sort=price&category=Nowhere", "id")).toEqual([]);
  });

  it("is of its own workspace alone", async () => {
    const other = await service.workspace();
    const as = await service.mintToken({ workspaceId: other.id, userId: other.userId });
    const { next_cursor } = (await ask("report=alerts&sort=money_at_risk&limit=2")).json as unknown as Page;
    for (const cursor of ["", `&cursor=${next_cursor}`])
      expect((await ask(`report=alerts&sort=money_at_risk&limit=2${cursor}`, as)).json).toMatchObject({
        data: [],
        next_cursor: null,
      });
  });
});

describe("a sorted report refuses", () => {
  it.each([
    ["a column of another report", "report=alerts&sort=cost", "sort"],
    ["a report that has the newest first only", "report=decisions&sort=cost", "sort"],
    ["a word that is no column", "report=alerts&sort=constructor", "sort"],
    ["another direction", "report=alerts&sort=money_at_risk&order=up", "order"],
  ])("%s", async (_what, query, path) => {
    const { status, json } = await ask(query);
    expect(status).toBe(422);
    expect(JSON.stringify(json)).toContain(`"${path}"`);
  });

  it("a cursor of another order, of other filters, or made by hand", async () => {
    const sorted = "report=alerts&sort=money_at_risk";
    const { next_cursor: cursor } = (await ask(`${sorted}&limit=2`)).json as unknown as Page;
    const list = Buffer.from(String(cursor), "base64url").toString("utf8");
    const forged = ["1'", "9".repeat(19), "1.5", "=", "\u0000"].map((key) =>
      Buffer.from(list.replace(/:=.*$/, `:=${key}`)).toString("base64url"),
    );
    for (const query of [
      `report=alerts&cursor=${cursor}`,
      `${sorted}&order=asc&cursor=${cursor}`,
      `report=alerts&sort=first_seen&cursor=${cursor}`,
      `${sorted}&status=open&cursor=${cursor}`,
      ...forged.map((each) => `${sorted}&cursor=${each}`),
    ])
      expect([query, (await ask(query)).status]).toEqual([query, 422]);
  });
});
