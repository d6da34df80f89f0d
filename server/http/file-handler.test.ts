import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { appRouter } from "@/server/api/root";
import { uploads } from "@/server/api/uploads";
import type { Role } from "@/server/domain/permissions";
import { duringTests } from "@/server/testing/during-tests";
import type { TestWorkspace } from "@/server/testing/factories";
import { type LoopbackServer, serveLoopback } from "@/server/testing/loopback-server";
import { startTestService } from "@/server/testing/service";
import { textRow, xlsxFile } from "@/server/testing/spreadsheet-files";
import { fetchAdapter } from "./fetch-adapter";
import { type FileHandler, fileHandler } from "./file-handler";
import { nodeAdapter } from "./node-adapter";

const service = duringTests(() => startTestService({ settings: { browserPerMinute: 1_000 } }));
let testWorkspace: TestWorkspace;
let handler: FileHandler;
let server: LoopbackServer;
let origin: string;

beforeAll(async () => {
  testWorkspace = await service.workspace({ plan: "max" });
  handler = fileHandler(appRouter, uploads, service.services, service.rateLimiter);
  const nodeHandler = nodeAdapter(handler, service.services);
  server = await serveLoopback((incoming, response) => void nodeHandler(incoming, response));
  origin = server.url;
});
afterAll(() => server.close());

async function cookieOf(userId: string): Promise<string> {
  return service.sessionCookie(userId);
}
async function member(role: Role): Promise<string> {
  return cookieOf(await service.person({ workspaceId: testWorkspace.id, role }));
}

const OWN_SITE = { "sec-fetch-site": "same-origin", "content-type": "text/csv" };

async function send(
  path: string,
  body: string | Uint8Array<ArrayBuffer>,
  headers: Record<string, string> = {},
) {
  const response = await fetch(`${origin}/api/files/${path}`, {
    method: "POST",
    headers: { ...OWN_SITE, cookie: await cookieOf(testWorkspace.userId), ...headers },
    body,
  });
  const json: unknown = await response.json();
  return { status: response.status, headers: response.headers, json };
}

const itemCount = async (sku: string): Promise<number> =>
  (
    await service.sql("SELECT 1 FROM catalog_items WHERE workspace_id = $1 AND sku = $2", [
      testWorkspace.id,
      sku,
    ])
  ).length;

describe("a catalog file sent from the pages", () => {
  it("is imported, and the same file again changes nothing", async () => {
    const file = "sku,title,price,currency\nCUP,Cup,9.90,EUR\nPOT,Pot,19.90,EUR\n";
    expect((await send(`${testWorkspace.id}/catalog/items`, file)).json).toMatchObject({
      ok: true,
      rows: 2,
      created: 2,
      updated: 0,
      unchanged: 0,
      notices: [],
    });
    expect((await send(`${testWorkspace.id}/catalog/items`, file)).json).toMatchObject({
      created: 0,
      unchanged: 2,
    });
  });

  it("is taken once under an Idempotency-Key, and answers again as it did first", async () => {
    const file = "sku,title,price,currency\nONCE,Once,9.90,EUR\n";
    const key = { "idempotency-key": "an import" };
    const first = await send(`${testWorkspace.id}/catalog/items`, file, key);
    expect(first.json).toMatchObject({ created: 1 });
    expect((await send(`${testWorkspace.id}/catalog/items`, file, key)).json).toEqual(first.json);
    const other = await send(`${testWorkspace.id}/catalog/items`, file.replace("9.90", "8.80"), key);
    expect([other.status, other.json]).toEqual([
      422,
      expect.objectContaining({ issues: [expect.objectContaining({ code: "idempotency_key" })] }),
    ]);
    const imports = "SELECT 1 FROM audit_events WHERE workspace_id = $1 AND after::text LIKE '%\"rows\":1%'";
    expect(await service.sql(imports, [testWorkspace.id])).toHaveLength(1);
  });

  it("is checked without effect, with its columns, its effect and its faults, and read as it is told", async () => {
    const file = "Artikelnummer;Text;EK\nCHK;Checked;1.234\nBAD;Bad;cheap\n";
    const options = (settings: object) => `?options=${encodeURIComponent(JSON.stringify(settings))}`;
    const path = `${testWorkspace.id}/catalog/items`;
    const asked = await send(path + options({ dry_run: true }), file);
    expect(asked.json).toMatchObject({
      rows: 0,
      reading: {
        form: "own",
        delimiter: ";",
        decimal: null,
        rows: 2,
        columns: [{ name: "Artikelnummer", samples: ["CHK", "BAD"] }, {}, {}],
        problems: [{ code: "decimal_mark" }],
        problem: expect.stringContaining("one or a thousand"),
      },
    });
    const settings = { decimal: "comma", map: { title: "Text" } };
    const checked = await send(path + options({ ...settings, dry_run: true }), file);
    expect(checked.json).toMatchObject({
      created: 1,
      refused: 1,
      faults: [{ row: 3, column: "EK", value: "cheap" }],
      reading: { decimal: "comma", problems: [], problem: null },
    });
    expect(await itemCount("CHK")).toBe(0);
    expect((await send(path + options(settings), file)).status).toBe(422);
    expect((await send(path + options({ ...settings, rows: "good" }), file)).json).toMatchObject({
      created: 1,
    });
    expect(await itemCount("CHK")).toBe(1);
    const beside = await send(`${path}?rows=good`, file);
    expect([beside.status, beside.json]).toMatchObject([422, { issues: [{ path: "rows" }] }]);
    const unknown = await send(path + options({ map: { colour: "Text" } }), file);
    expect([unknown.status, unknown.json]).toMatchObject([422, { issues: [{ path: "options.map.colour" }] }]);
  });

  it("may be a spreadsheet, of which a sheet and its header row are chosen", async () => {
    const sheets = [
      { name: "Info", rows: textRow("about") },
      { name: "Liste", rows: textRow("Muster GmbH") + textRow("sku", "title") + textRow("SHEET", "Sheet") },
    ];
    const bytes = Uint8Array.from(await xlsxFile({ sheets }));
    const options = encodeURIComponent(JSON.stringify({ sheet: "Liste", header_row: 2 }));
    const sent = await send(`${testWorkspace.id}/catalog/items?options=${options}`, bytes, {
      "content-type": "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
    });
    expect(sent.json).toMatchObject({
      created: 1,
      reading: {
        file: "xlsx",
        sheet: "Liste",
        sheets: ["Info", "Liste"],
        header_row: 2,
        encoding: null,
        encoding_is_guess: false,
        delimiter: null,
        columns: [{ name: "sku", samples: ["SHEET"] }, {}],
      },
    });
    expect(await itemCount("SHEET")).toBe(1);
  });

  it("may be a feed in XML, whose columns no row names", async () => {
    const feed = "<rss><channel><item><id>FED</id><title>Fed</title></item></channel></rss>";
    const options = encodeURIComponent(JSON.stringify({ dry_run: true, map: { sku: "id" } }));
    const { json } = await send(`${testWorkspace.id}/catalog/items?options=${options}`, feed);
    expect(json).toMatchObject({ created: 1, reading: { file: "xml", header_row: null, delimiter: null } });
  });

  it("reports its progress, and then the answer or the error, to a page that asks for it", async () => {
    const rows = Array.from({ length: 1_500 }, (_, i) => `P-${i},Item\n`).join("");
    const lines = async (file: string) => {
      const response = await fetch(`${origin}/api/files/${testWorkspace.id}/catalog/items`, {
        method: "POST",
        headers: {
          ...OWN_SITE,
          accept: "application/x-ndjson",
          cookie: await cookieOf(testWorkspace.userId),
        },
        body: file,
      });
      const text = await response.text();
      return text
        .trim()
        .split("\n")
        .map((line) => JSON.parse(line) as unknown);
    };
    const imported = await lines(`sku,title\n${rows}`);
    expect(imported[0]).toMatchObject({ progress: { of: 1_500 } });
    expect(imported.at(-1)).toMatchObject({ status: 200, body: { created: 1_500 } });
    expect(await lines("title\nMug\n")).toEqual([
      { status: 422, body: expect.objectContaining({ error: "validation_error" }) },
    ]);
  });

  it("says how much of it is in another currency than the workspace's, and what becomes of that", async () => {
    const file = "sku,title,price,currency\nUS-1,One,9.90,USD\nUS-2,Two,9.90,USD\nEU-1,Three,9.90,EUR\n";
    const { json } = await send(`${testWorkspace.id}/catalog/items`, file);
    expect(json).toMatchObject({
      created: 3,
      notices: [expect.stringContaining("2 items are priced in USD")],
    });
  });

  it("is refused whole with faults, each fault told with its row", async () => {
    const file = "sku,title,price,currency\nGOOD,Good,9.90,EUR\nBAD,Bad,nine,EUR\n";
    const { status, json } = await send(`${testWorkspace.id}/catalog/items`, file);
    expect(status).toBe(422);
    expect(json).toMatchObject({ error: "validation_error", issues: [{ path: "row 3.price" }] });
    expect(await itemCount("GOOD")).toBe(0);
  });

  it("is refused to whoever may not change the catalog, before a byte of it is read", async () => {
    const file = "sku,title\nNOT-MINE,Nothing\n";
    const refusals: [Record<string, string>, number, string][] = [
      [{ cookie: "" }, 401, "unauthorized"],
      [{ cookie: await member("approver") }, 403, "insufficient_scope"],
      [{ cookie: await cookieOf(await service.person()) }, 403, "workspace_forbidden"],
      [{ "sec-fetch-site": "cross-site" }, 403, "workspace_forbidden"],
      [{ "content-type": "application/json" }, 415, "unsupported_media_type"],
    ];
    for (const [headers, status, error] of refusals)
      expect(await send(`${testWorkspace.id}/catalog/items`, file, headers)).toMatchObject({
        status,
        json: { error },
      });
    expect(await itemCount("NOT-MINE")).toBe(0);
  });

  it("is refused with 413 when it is too large, whichever handler it comes through", async () => {
    const cookie = await cookieOf(testWorkspace.userId);
    const line = Buffer.from(`BIG,${"x".repeat(1024)}\n`);
    const endless = () => new ReadableStream<Uint8Array>({ pull: (controller) => controller.enqueue(line) });
    const path = `/api/files/${testWorkspace.id}/catalog/items`;
    const request = new Request(`http://localhost${path}`, {
      method: "POST",
      headers: { ...OWN_SITE, cookie },
      body: endless(),
      duplex: "half",
    } as RequestInit);
    expect((await fetchAdapter(handler)(request)).status).toBe(413);
    const declared = await send(`${testWorkspace.id}/catalog/items`, "x".repeat(64 * 1024 * 1024 + 1));
    expect(declared.status).toBe(413);
  });
});

describe("a file of competitor prices sent from the pages", () => {
  it("is taken in for items that are there", async () => {
    await service.make.item(testWorkspace.id, { sku: "SEEN" });
    const file =
      "sku,seller,price,currency,in_stock,observed_at,url\nSEEN,shop.example,12.50,EUR,true,2026-11-01T08:00:00Z,\n";
    expect((await send(`${testWorkspace.id}/catalog/observations`, file)).json).toMatchObject({
      ok: true,
      created: 1,
    });
  });
});

describe("a report downloaded from the pages", () => {
  const download = (path: string, headers: Record<string, string>) =>
    fetch(`${origin}/api/files/${path}`, { headers });

  it("comes as the file the API would stream", async () => {
    const response = await download(`${testWorkspace.id}/reports/export?report=margins&format=csv`, {
      cookie: await member("viewer"),
      "sec-fetch-site": "same-origin",
    });
    expect(response.status).toBe(200);
    expect(response.headers.get("content-type")).toBe("text/csv; charset=utf-8");
    expect(response.headers.get("content-disposition")).toBe('attachment; filename="margins.csv"');
    expect(await response.text()).toMatch(/^id,sku,title/);
  });

  it("is refused without a session, from another site and in another's workspace", async () => {
    const cookie = await cookieOf(testWorkspace.userId);
    const path = `${testWorkspace.id}/reports/export`;
    const other = await service.workspace();
    expect((await download(path, {})).status).toBe(401);
    expect((await download(path, { cookie, "sec-fetch-site": "cross-site" })).status).toBe(403);
    expect((await download(`${other.id}/reports/export`, { cookie })).status).toBe(403);
  });

  it("is the audit log for administrators, and for nobody below", async () => {
    const token = await service.mintToken({ workspaceId: testWorkspace.id, userId: testWorkspace.userId });
    await service.call("POST", "/runs", { token });
    const path = `${testWorkspace.id}/audit/export`;
    const response = await download(path, { cookie: await member("admin") });
    expect([response.status, response.headers.get("content-type")]).toEqual([200, "application/x-ndjson"]);
    expect(await response.text()).toMatch(/^\{"log":[^\n]*\n(.*\n)*\{"manifest":[^\n]*\}\n$/);
    expect((await download(path, { cookie: await member("approver") })).status).toBe(403);
    expect((await download(`${path}?from=yesterday`, { cookie: await member("admin") })).status).toBe(422);
  });

  it("lets nothing else of the API through", async () => {
    const cookie = await cookieOf(testWorkspace.userId);
    expect((await download(`${testWorkspace.id}/runs`, { cookie })).status).toBe(404);
    const wrong = await download(`${testWorkspace.id}/catalog/items`, { cookie });
    expect([wrong.status, wrong.headers.get("allow")]).toEqual([405, "POST"]);
  });
});
