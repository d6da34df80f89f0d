import { Readable } from "node:stream";
import { parse } from "csv-parse/sync";
import { readXlsx } from "hucre/xlsx";
import { beforeAll, describe, expect, it } from "vitest";
import { appendAudit } from "@/server/db/audit/audit";
import { tenantOf } from "@/server/db/database/tenant";
import { inTenant } from "@/server/db/database/transaction";
import { REPORT_NAMES, type ReportName } from "@/server/domain/reports/report";
import { duringTests } from "@/server/testing/during-tests";
import type { TestWorkspace } from "@/server/testing/factories";
import { startTestService } from "@/server/testing/service";
import { withReport } from "./columns";

type Row = Record<string, string>;

const service = duringTests(() => startTestService({ now: "2026-11-02T09:30:00Z" }));
let workspace: TestWorkspace;
let token: string;

const at = (iso: string) => new Date(iso);

beforeAll(async () => {
  workspace = await service.workspace();
  token = await service.mintToken({ workspaceId: workspace.id, userId: workspace.userId });
});

const get = (query: string, as = token) => service.call("GET", `/reports/export${query}`, { token: as });
const csv = async (query: string, as = token) =>
  parse<Row>((await get(`?format=csv&${query}`, as)).text, { columns: true });

/** Creates a workspace for one test, with a token. */
async function fresh(): Promise<{ id: string; as: string }> {
  const { id, userId } = await service.workspace();
  return { id, as: await service.mintToken({ workspaceId: id, userId }) };
}

/** Records that a token accepted a recommendation. */
const decision = (workspaceId: string, tokenId: string) =>
  inTenant(service.services.db, tenantOf(workspaceId), (tx) => {
    service.clock.advance(1_000);
    const actor = { kind: "token", id: tokenId, label: tokenId, userId: null } as const;
    const frame = {
      id: service.services.newId("event"),
      at: service.clock.now(),
      actor,
      via: "api",
    } as const;
    const event = { action: "recommendation.accept", subject: "rec_x" } as const;
    return appendAudit(tx, { ...frame, requestId: null, ip: null }, event);
  });

const namesOf = (report: ReportName): string[] =>
  withReport(report, ({ columns }) => columns.map(({ name }) => name));

describe("a report", () => {
  it.each(REPORT_NAMES)("%s answers the same in every format", async (report) => {
    const { id, as } = await fresh();
    const integration = await service.make.integration(id);
    for (let i = 0; i < 3; i++) {
      await service.make.alert(id);
      await service.make.writeBack(id, { integration_id: integration });
      await decision(id, `tok_${i}`);
    }
    const json = (await get(`?report=${report}`, as)).json;
    const data = json?.["data"] as Record<string, unknown>[];
    expect(json).toMatchObject({ report, columns: namesOf(report) });
    expect(data.length).toBeGreaterThanOrEqual(3);
    expect(Object.keys(data[0] ?? {})).toEqual(json?.["columns"]);
    const lines = (await get(`?report=${report}&format=ndjson`, as)).text.trimEnd().split("\n");
    expect(lines.map((line) => JSON.parse(line) as unknown)).toEqual(data);
    const text = (value: unknown) => (value === null ? "" : String(value));
    expect(await csv(`report=${report}`, as)).toEqual(
      data.map((row) => Object.fromEntries(Object.entries(row).map(([key, value]) => [key, text(value)]))),
    );
  });

  it("is of recommendations and in JSON unless asked otherwise, newest first", async () => {
    const { id, as } = await fresh();
    const older = await service.make.recommendation(id);
    service.clock.advance(1_000);
    const newer = await service.make.recommendation(id);
    const { json } = await get("", as);
    expect(json).toMatchObject({
      report: "recommendations",
      data: [
        { id: newer, current_price: "19.99", recommended_price: "21.49", margin_before: "0.2797" },
        { id: older },
      ],
    });
  });

  it("has its columns and no rows in an empty workspace", async () => {
    const { as } = await fresh();
    expect((await get("?report=alerts", as)).json).toMatchObject({ data: [] });
    const response = await get("?report=alerts&format=csv", as);
    expect(response.text).toBe(`${namesOf("alerts").join(",")}\r\n`);
    expect((await get("?report=alerts&format=ndjson", as)).text).toBe("");
  });

  it("names its media type and the file it is saved as", async () => {
    const { headers } = await get("?format=csv&report=margins");
    expect(headers.get("content-type")).toBe("text/csv; charset=utf-8");
    expect(headers.get("content-disposition")).toBe('attachment; filename="margins.csv"');
    expect((await get("?format=ndjson")).headers.get("content-type")).toMatch(/^application\/x-ndjson/);
    expect((await get("")).headers.get("content-type")).toMatch(/^application\/json/);
  });

  it("never shows a row of another workspace", async () => {
    const other = await fresh();
    await service.make.recommendation(other.id);
    const { as } = await fresh();
    for (const report of REPORT_NAMES)
      expect((await get(`?report=${report}`, as)).json).toMatchObject({ data: [] });
  });
});

describe("a report for a spreadsheet", () => {
  it("begins with a byte order mark when asked, and else with the columns", async () => {
    expect((await get("?format=csv&bom=true")).text.startsWith("id,")).toBe(true);
    const raw = async (query: string) => {
      const response = await fetch(`${service.url}/reports/export?format=csv${query}`, {
        headers: { authorization: `Bearer ${token}` },
      });
      return Buffer.from(await response.arrayBuffer())
        .subarray(0, 3)
        .toString("hex");
    };
    expect(await raw("&bom=true")).toBe("efbbbf");
    expect(await raw("")).toBe(Buffer.from("id,").toString("hex"));
  });

  it.each(["=1+1", "+1", "-1", "@SUM(A1)", "\t=1", "\r=1", "\n=1", "＝1", "=cmd|' /C calc'!A0"])(
    "runs nothing that is written in the title %j",
    async (title) => {
      const { id, as } = await fresh();
      await service.make.item(id, { title, sku: title, brand: title, category: title, tags: [title] });
      const [row] = await csv("report=margins", as);
      for (const column of ["title", "sku", "brand", "category", "tags"])
        expect(row?.[column]).toBe(`'${title}`);
      const { json } = await get("?report=margins", as);
      expect(json).toMatchObject({ data: [{ title }] });
    },
  );

  it("keeps numbers numbers, negative ones too, and text with commas, quotes and lines in its cell", async () => {
    const { id, as } = await fresh();
    const title = 'Lamp, "big"\r\nsecond line';
    await service.make.item(id, { title, price: 1000n, cost: 2500n, stock: -3 });
    expect(await csv("report=margins", as)).toMatchObject([
      { title, price: "10.00", cost: "25.00", margin: "-1.5000", stock: "-3" },
    ]);
  });
});

describe("a report as a workbook", () => {
  const workbook = async (query: string, as: string) => {
    const response = await fetch(`${service.url}/reports/export?format=xlsx&${query}`, {
      headers: { authorization: `Bearer ${as}` },
    });
    expect(response.headers.get("content-type")).toBe(
      "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
    );
    const { sheets } = await readXlsx(new Uint8Array(await response.arrayBuffer()));
    return { disposition: response.headers.get("content-disposition"), rows: sheets[0]?.rows ?? [] };
  };

  it("has numbers as numbers, times as dates, unknown ones empty, and text as it is", async () => {
    const { id, as } = await fresh();
    await service.make.item(id, { title: "=1+1", price: 123456n, cost: null, stock: -3 });
    const { disposition, rows } = await workbook("report=margins", as);
    expect(disposition).toBe('attachment; filename="margins.xlsx"');
    const [names = [], values = []] = rows;
    expect(names).toEqual(namesOf("margins"));
    const row = Object.fromEntries(names.map((name, index) => [String(name), values[index]]));
    expect(row).toMatchObject({ title: "=1+1", price: 1234.56, stock: -3 });
    expect(row["cost"] ?? null).toBeNull();
    expect(row["updated_at"]).toBeInstanceOf(Date);
  });

  it("writes an amount that a spreadsheet's numbers cannot hold as text, digit by digit", async () => {
    const { id, as } = await fresh();
    await service.make.item(id, { price: 9_007_199_254_740_993n });
    const { rows } = await workbook("report=margins", as);
    const column = namesOf("margins").indexOf("price");
    expect(rows[1]?.[column]).toBe("90071992547409.93");
  });

  it("has its columns alone in an empty workspace", async () => {
    const { as } = await fresh();
    expect((await workbook("report=alerts", as)).rows).toHaveLength(1);
  });
});

describe("a report on a page", () => {
  const rows = async (query: string, as: string) =>
    (await service.call("GET", `/reports/rows?${query}`, { token: as })).json as {
      columns: { name: string; type: string }[];
      data: { id: string }[];
      next_cursor: string | null;
    };

  it.each(REPORT_NAMES)("%s has the rows of the export, page by page", async (report) => {
    const { id, as } = await fresh();
    const integration = await service.make.integration(id);
    for (let i = 0; i < 3; i++) {
      await service.make.alert(id);
      await service.make.writeBack(id, { integration_id: integration });
      await decision(id, `tok_${i}`);
    }
    const whole = (await get(`?report=${report}`, as)).json?.["data"] as { id: string }[];
    const first = await rows(`report=${report}&limit=2`, as);
    expect(first.columns).toEqual(
      withReport(report, ({ columns, keys }) =>
        columns.map(({ name, type }) => ({ name, type, sortable: name in keys })),
      ),
    );
    expect(first.data).toEqual(whole.slice(0, 2));
    const rest = await rows(`report=${report}&limit=100&cursor=${first.next_cursor}`, as);
    expect([...first.data, ...rest.data]).toEqual(whole);
    expect(rest.next_cursor).toBeNull();
  });

  it("takes the filters of the export, and no cursor of another report", async () => {
    const { id, as } = await fresh();
    const old = await service.make.item(id, { updated_at: at("2026-10-01T00:00:00Z") });
    await service.make.item(id, { updated_at: at("2026-10-05T00:00:00Z") });
    const { data } = await rows("report=margins&to=2026-10-03T00:00:00Z&limit=1", as);
    expect(data.map((row) => row.id)).toEqual([old]);
    const { next_cursor: cursor } = await rows("report=margins&limit=1", as);
    const response = await service.call("GET", `/reports/rows?report=alerts&cursor=${cursor}`, { token: as });
    expect(response.status).toBe(422);
    expect(response.json).toMatchObject({ issues: [{ path: "cursor" }] });
  });
});

describe("the filters of a report", () => {
  const ids = async (query: string, as: string) =>
    ((await get(`?${query}`, as)).json?.["data"] as { id: string }[]).map(({ id }) => id);

  it("take rows from the moment of from on, and before that of to", async () => {
    const { id, as } = await fresh();
    const made: string[] = [];
    for (const day of ["01", "02", "03"]) {
      service.clock.advance(1_000);
      made.push(await service.make.recommendation(id, { created_at: at(`2026-10-${day}T00:00:00Z`) }));
    }
    expect(await ids("from=2026-10-02T00:00:00Z", as)).toEqual([made[2], made[1]]);
    expect(await ids("to=2026-10-02T00:00:00Z", as)).toEqual([made[0]]);
    expect(await ids("from=2026-10-02T00:00:00Z&to=2026-10-03T00:00:00Z", as)).toEqual([made[1]]);
    expect(await ids("from=1990-01-01T00:00:00Z&to=2090-01-01T00:00:00Z", as)).toHaveLength(3);
  });

  it("go by the item's last change in the report of margins", async () => {
    const { id, as } = await fresh();
    const old = await service.make.item(id, { updated_at: at("2026-10-01T00:00:00Z") });
    const young = await service.make.item(id, { updated_at: at("2026-10-05T00:00:00Z") });
    expect(await ids("report=margins&from=2026-10-03T00:00:00Z", as)).toEqual([young]);
    expect(await ids("report=margins&to=2026-10-03T00:00:00Z", as)).toEqual([old]);
  });

  it("show what people see by status: a snooze hides the status underneath until it falls due", async () => {
    const { id, as } = await fresh();
    const [ahead, past] = [at("2030-01-01T00:00:00Z"), at("2026-10-01T00:00:00Z")];
    service.clock.advance(1_000);
    const plain = await service.make.recommendation(id);
    const asleep = await service.make.recommendation(id, { snooze_until: ahead });
    const awake = await service.make.recommendation(id, { snooze_until: past });
    const gone = await service.make.recommendation(id, { status: "dismissed", snooze_until: ahead });
    expect(await ids("status=new", as)).toEqual([plain, awake].toSorted().toReversed());
    expect(await ids("status=snoozed", as)).toEqual([asleep]);
    expect(await ids("status=dismissed", as)).toEqual([gone]);
    const alert = await service.make.alert(id, { status: "snoozed", snooze_until: past });
    const sleeping = await service.make.alert(id, {
      status: "snoozed",
      snooze_until: ahead,
      kind: "cost_spike",
    });
    expect(await ids("report=alerts&status=open", as)).toEqual([alert]);
    expect(await ids("report=alerts&status=snoozed", as)).toEqual([sleeping]);
    const written = await service.make.writeBack(id, { status: "conflict" });
    expect(await ids("report=write_backs&status=conflict", as)).toEqual([written]);
    expect(await ids("report=write_backs&status=applied", as)).toEqual([]);
  });

  it("have the rows of items of the category and the brand alone", async () => {
    const { id, as } = await fresh();
    const item = (category: string | null, brand: string | null) =>
      service.make.item(id, { category, brand });
    const lamp = await item("Lamps", "Lumo");
    const others = [await item("Lamps", "Other"), await item("Chairs", "Lumo"), await item(null, null)];
    const rowsOf = async (item_id: string) => ({
      recommendations: await service.make.recommendation(id, { item_id, status: "new" }),
      alerts: await service.make.alert(id, { item_id }),
      margins: item_id,
    });
    const wanted = await rowsOf(lamp);
    for (const other of others) await rowsOf(other);
    for (const [report, row] of Object.entries(wanted)) {
      expect(await ids(`report=${report}&category=Lamps&brand=Lumo`, as)).toEqual([row]);
      expect(await ids(`report=${report}&category=Lamps`, as)).toHaveLength(2);
      expect(await ids(`report=${report}&brand=Lumo`, as)).toHaveLength(2);
      expect(await ids(`report=${report}&brand=lumo`, as)).toEqual([]);
    }
    const integration_id = await service.make.integration(id);
    const written = await service.make.writeBack(id, { item_id: lamp, integration_id });
    await service.make.writeBack(id, { integration_id });
    expect(await ids("report=write_backs&category=Lamps", as)).toEqual([written]);
  });

  it.each([
    ["report=nothing", "report"],
    ["report=decisions&category=Lamps", "category"],
    ["report=deciders&brand=Lumo", "brand"],
    ["category=", "category"],
    ["format=pdf", "format"],
    ["format=XLSX", "format"],
    ["status=nonsense", "status"],
    ["report=alerts&status=applied", "status"],
    ["report=margins&status=new", "status"],
    ["from=yesterday", "from"],
    ["to=2026-10-01", "to"],
    ["bom=yes", "bom"],
  ])("refuse %s", async (query, path) => {
    const response = await get(`?${query}`);
    expect(response.status).toBe(422);
    expect(response.json).toMatchObject({ error: "validation_error", issues: [{ path }] });
  });
});

describe("a large report", () => {
  const ROWS = 25_500;
  let large: { id: string; as: string };
  beforeAll(async () => {
    large = await fresh();
    const item = await service.make.item(large.id);
    await service.sql(
      `INSERT INTO write_backs (workspace_id, id, recommendation_id, integration_id, item_id, store_ref, status,
         currency, expected_price, target_price, write_key, requested_by, created_at, updated_at)
       SELECT $1, 'wbk_' || lpad(i::text, 26, '0'), 'rec_' || i, 'int', $2, 'ref', 'applied', 'EUR', 100, 200,
         $1 || i, 'test', now(), now() FROM generate_series(1, $3::int) i`,
      [large.id, item, ROWS],
    );
  });

  it("has every row once, in its order", async () => {
    const rows = await csv("report=write_backs", large.as);
    const ids = rows.map(({ id }) => id);
    expect(ids).toHaveLength(ROWS);
    expect(ids).toEqual([...new Set(ids)].toSorted().toReversed());
    expect((await get("?report=write_backs", large.as)).json?.["data"]).toHaveLength(ROWS);
  });

  it("is read only as fast as its reader takes it, and no further when they leave", async () => {
    const response = await service.rest({
      method: "GET",
      url: "/api/v1/reports/export?report=write_backs&format=ndjson",
      ip: null,
      header: (name) => (name === "authorization" ? `Bearer ${large.as}` : null),
      headers: () => new Headers({ authorization: `Bearer ${large.as}` }),
      body: () => Promise.resolve(new Uint8Array()),
      stream: () => Readable.from([]),
    });
    if (response.body === null || typeof response.body === "string")
      throw new Error("the report is not streamed");
    const pieces = response.body[Symbol.asyncIterator]();
    const lines = async () =>
      String((await pieces.next()).value)
        .trimEnd()
        .split("\n").length;
    expect(await lines()).toBe(1_000);
    // Each page is read when the client requests it: rows deleted before that are absent.
    await service.sql(
      "DELETE FROM write_backs WHERE workspace_id = $1 AND id < 'wbk_' || lpad($2, 26, '0')",
      [large.id, String(ROWS - 1_499)],
    );
    expect(await lines()).toBe(500);
    expect((await pieces.next()).done).toBe(true);
  });
});
