import { link, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { DAY_MS } from "@/server/domain/durations";
import { DEFAULT_POLICY } from "@/server/domain/pricing/policy";
import { allSettings } from "@/server/stores/declaration";
import { connectorFor, STORE_KINDS } from "@/server/stores/registry";
import { duringTests } from "@/server/testing/during-tests";
import { startSandboxService } from "@/server/testing/sandbox-service";
import { textRow, xlsxFile } from "@/server/testing/spreadsheet-files";
import { UsageError } from "./command";
import { COMMANDS, commandFor, helpText } from "./commands";

const CATALOG = `sku,title,price,currency,cost,tags
LAMP-1,Walnut desk lamp,19.99,EUR,14.40,lamps|desk
LAMP-2,Brass reading lamp,49.00,EUR,,lamps
`;
const OBSERVATIONS = `sku,seller,price,currency,in_stock,observed_at
LAMP-1,nordlicht.example,21.99,EUR,true,2026-11-02T08:00:00Z
LAMP-1,lampenhaus.example,22.49,EUR,true,2026-11-02T08:00:00Z
`;

const service = duringTests(startSandboxService);

async function call(line: string, print?: (text: string) => void): Promise<Record<string, unknown>> {
  const words = [...line.matchAll(/'([^']*)'|(\S+)/g)].map(([, quoted, plain]) => quoted ?? plain ?? "");
  const { found, rest } = commandFor(words);
  const response = await found.read(rest)({
    services: service.services,
    folder: service.folder,
    ...(print ? { print } : {}),
  });
  return { ...response };
}

const person = async (email: string, more = "") =>
  call(`user create --email ${email} --password 'a long password' ${more}`);
const shop = async (owner: string, plan = "max"): Promise<string> =>
  String((await call(`workspace create --name 'A shop' --owner ${owner} --plan ${plan}`))["id"]);

describe("plans, states and support staff", () => {
  it("are set, say what stops before it does, and are listed", async () => {
    await person("olga@shop.test");
    const id = await shop("olga@shop.test");
    const dry = await call(`plan set --workspace ${id} --plan pro --dry-run`);
    expect(dry).toMatchObject({ plan: "max", would_be: "pro", stops: [{ what: "approve" }, {}, {}, {}] });
    expect(await call(`plan set --workspace ${id} --plan pro`)).toMatchObject({
      plan: "pro",
      stops: [{ what: "approve", message: expect.stringContaining("no longer be approved") }, {}, {}, {}],
    });
    expect(await call("plan requests")).toEqual({ data: [] });
    expect(await call(`lifecycle set --workspace ${id} --state suspended`)).toEqual({
      workspace: id,
      lifecycle: "suspended",
      deleted_at: null,
    });
    await expect(call(`lifecycle set --workspace ${id} --state asleep`)).rejects.toMatchObject({
      code: "validation_error",
    });
    const { deleted_at: deletedAt } = await call(`lifecycle set --workspace ${id} --state deleting`);
    expect(deletedAt).toEqual(new Date(service.clock.now() + 30 * DAY_MS));
    expect(await call(`lifecycle set --workspace ${id} --state active`)).toMatchObject({ deleted_at: null });
  });

  it("ask owners for access by the staff's name alone", async () => {
    await person("omar@shop.test");
    await person("sue@support.test");
    const id = await shop("omar@shop.test");
    const ask = () =>
      call(`support ask --workspace ${id} --staff sue@support.test --reason 'Why did the sync stop?'`);
    await expect(ask()).rejects.toMatchObject({ code: "not_found" });
    expect(await call("staff add --email sue@support.test")).toMatchObject({ added: true });
    expect(await call("staff add --email sue@support.test")).toMatchObject({ added: false });
    expect(await call("staff list")).toMatchObject({ data: [{ email: "sue@support.test" }] });
    expect(await ask()).toMatchObject({ workspace: id });
    expect(await call("staff remove --email sue@support.test")).toMatchObject({ removed: true });
    await expect(ask()).rejects.toMatchObject({ code: "not_found" });
    await person("new@support.test", "--unconfirmed");
    await expect(call("staff add --email new@support.test")).rejects.toMatchObject({
      code: "email_not_confirmed",
    });
  });
});

describe("the operator", () => {
  it("refuses the last day of a weekly freeze without its days, which would be ignored or be another freeze", async () => {
    const { id } = await service.workspace();
    const times = "--from 2026-11-27T16:00 --until 2026-12-02T06:00";
    for (const line of [
      `freeze change --workspace ${id} --id frz_1 --until-day mon`,
      `freeze create --workspace ${id} --reason Weekend ${times} --until-day mon`,
    ])
      await expect(call(line), line).rejects.toThrow(UsageError);
  });

  it("takes a shop from nothing to findings, and can check its log", async () => {
    await person("anna@shop.test");
    const id = await shop("anna@shop.test");
    expect(await call("workspace list --user anna@shop.test")).toMatchObject({
      data: [{ id, role: "owner" }],
    });
    await writeFile(join(service.folder, "catalog.csv"), CATALOG);
    await writeFile(join(service.folder, "prices.csv"), OBSERVATIONS);
    expect(await call(`catalog import --workspace ${id} --file catalog.csv`)).toMatchObject({ created: 2 });
    expect(await call(`observations import --workspace ${id} --file prices.csv`)).toMatchObject({
      created: 2,
    });
    expect(await call(`store connect --workspace ${id} --kind sandbox`)).toMatchObject({ kind: "sandbox" });
    expect(await call(`store sync --workspace ${id}`)).toMatchObject({ status: "ok", linked: 2 });
    const run = await call(`run --workspace ${id} --wait`);
    expect(run).toMatchObject({ status: "succeeded", counts: { items: 2 } });
    const verdict = await call(`audit verify --workspace ${id}`);
    expect(verdict).toMatchObject({ ok: true });
    const { file, end } = await call(`audit export --workspace ${id} --out log.ndjson`);
    expect(end).toMatchObject({ hash: verdict["head"] });
    const published = `--events ${String(verdict["events"])} --head ${String(verdict["head"])}`;
    expect(await call(`audit verify --file ${String(file)} ${published}`)).toEqual({
      ...verdict,
      workspace: id,
    });
    await expect(call(`audit export --workspace ${id} --out log.ndjson`)).rejects.toThrow(/EEXIST/);
    await expect(call(`audit verify --workspace ${id} --events 3`)).rejects.toThrow(UsageError);
    const { token } = await call(
      `token mint --workspace ${id} --user anna@shop.test --scopes recommendations:read`,
    );
    const page = await service.call("GET", "/recommendations", { token: String(token) });
    expect(page.text).toContain("LAMP-1");
    expect(page.text).toContain("price_change");
  });

  it("runs over the items with a tag alone", async () => {
    await person("tags@shop.test");
    const id = await shop("tags@shop.test");
    await writeFile(join(service.folder, "catalog.csv"), CATALOG);
    await call(`catalog import --workspace ${id} --file catalog.csv`);
    expect(await call(`run --workspace ${id} --tags desk,none --wait`)).toMatchObject({
      counts: { items: 1 },
    });
  });

  it("mints a token that acts for a member, and ends it by its id alone", async () => {
    await person("bea@shop.test");
    const id = await shop("bea@shop.test");
    const words = `token mint --workspace ${id} --user bea@shop.test --scopes workspace:read,runs:read`;
    const minted = await call(`${words} --name Script --expires 2027-01-01T00:00:00Z`);
    expect(minted).toMatchObject({ name: "Script", scopes: ["workspace:read", "runs:read"] });
    const token = String(minted["token"]);
    expect(await service.call("GET", "/runs", { token })).toMatchObject({ status: 200 });
    expect(await call(`token revoke --id ${String(minted["id"])}`)).toMatchObject({ revoked: true });
    expect(await service.call("GET", "/runs", { token })).toMatchObject({ status: 401 });
  });

  it("gives a person's app its bearer, until the person is deleted", async () => {
    await person("carl@shop.test");
    await shop("carl@shop.test");
    const { jwt, expires_at } = await call("session-jwt --user carl@shop.test");
    expect(expires_at).toBe("2026-11-02T09:45:00.000Z");
    expect(await service.call("GET", "/runs", { token: String(jwt) })).toMatchObject({ status: 200 });
    expect(await call("user delete --email carl@shop.test")).toMatchObject({ deleted: true });
    expect(await service.call("GET", "/runs", { token: String(jwt) })).toMatchObject({ status: 401 });
    await expect(call("session-jwt --user carl@shop.test")).rejects.toMatchObject({ code: "not_found" });
  });

  it("lets an unconfirmed person's token read and not trigger", async () => {
    await person("dora@shop.test", "--unconfirmed");
    const id = await shop("dora@shop.test");
    const { token } = await call(
      `token mint --workspace ${id} --user dora@shop.test --scopes runs:read,runs:trigger`,
    );
    expect((await service.call("GET", "/runs", { token: String(token) })).status).toBe(200);
    const refused = await service.call("POST", "/runs", { token: String(token), body: {} });
    expect(refused).toMatchObject({ status: 402, json: { error: "email_not_confirmed" } });
  });

  it("adds members, changes plans and policies", async () => {
    await person("emil@shop.test");
    await person("fay@shop.test");
    const id = await shop("emil@shop.test", "free");
    expect(await call(`member add --workspace ${id} --email fay@shop.test --role approver`)).toMatchObject({
      role: "approver",
      added: true,
    });
    expect(await call(`plan set --workspace ${id} --plan pro`)).toEqual({ workspace: id, plan: "pro" });
    await writeFile(join(service.folder, "policy.json"), JSON.stringify({ ...DEFAULT_POLICY("CHF") }));
    expect(await call(`policy set --workspace ${id} --file policy.json`)).toEqual({
      workspace: id,
      version: 2,
    });
    expect(await service.sql("SELECT active_policy, currency FROM workspaces WHERE id = $1", [id])).toEqual([
      { active_policy: 2, currency: "CHF" },
    ]);
  });

  it("tries a policy on the catalog and on runs, says what is doubtful about it, and goes back to an earlier one", async () => {
    await person("ida@shop.test");
    const id = await shop("ida@shop.test");
    await writeFile(join(service.folder, "tried.csv"), CATALOG);
    await call(`catalog import --workspace ${id} --file tried.csv`);
    await call(`run --workspace ${id} --wait`);
    const free = { ...DEFAULT_POLICY("EUR"), breaker: { max_share: null, max_median_move: null } };
    await writeFile(join(service.folder, "free.json"), JSON.stringify(free));
    const printed: string[] = [];
    const preview = `policy preview --workspace ${id} --file free.json`;
    expect(await call(preview, (text) => printed.push(text))).toMatchObject({
      kind: "preview",
      policy_version: 1,
      effect: { items: 2, differing: 0 },
    });
    expect(printed).toEqual([expect.stringMatching(/^warning: breaker/)]);
    expect(await call(`${preview} --cost-change 0.05 --competitor-price-change=-0.03`)).toMatchObject({
      scenario: { cost_change: "0.05", competitor_price_change: "-0.03" },
    });
    await expect(call(`${preview} --cost-change 5%`)).rejects.toThrow(
      /--cost-change: Write a decimal fraction/,
    );
    expect(await call(`backtest --workspace ${id} --file free.json --runs 3`)).toMatchObject({
      runs: [{ policy_version: 1, identical: 2, effect: { items: 2, differing: 0 } }],
    });
    expect(await call(`policy set --workspace ${id} --file free.json --note 'No breaker'`)).toMatchObject({
      version: 2,
      warnings: [{ code: "no_breaker" }],
    });
    expect(await call(`policy restore --workspace ${id} --version 1`)).toMatchObject({
      version: 3,
      restored: 1,
    });
    await expect(call(`backtest --workspace ${id} --file free.json --runs 0`)).rejects.toThrow(
      /whole number/,
    );
    const { defaults } = DEFAULT_POLICY("EUR");
    const bare = {
      ...free,
      defaults: { ...defaults, constraints: { ...defaults.constraints, margin_floor: null } },
    };
    await writeFile(join(service.folder, "bare.json"), JSON.stringify(bare));
    await expect(call(`policy set --workspace ${id} --file bare.json`)).rejects.toMatchObject({
      extra: { issues: [{ path: "defaults.constraints.margin_floor", code: "no_floor" }] },
    });
  });
});

describe("a command that cannot be carried out", () => {
  it.each([
    ["", /which command/],
    ["user", /no command "user"/],
    ["user make --email x", /no command "user make"/],
    ["user create --email a@b.test", /--password is missing/],
    ["user create --email a@b.test --password x --wrong", /--wrong/],
    ["catalog import --workspace ws_1 --file nowhere.csv", /no file .*nowhere\.csv/],
  ])("says what is wrong with: %s", async (line, message) => {
    const attempt = call(line);
    await expect(attempt).rejects.toThrow(message);
    await expect(attempt).rejects.toBeInstanceOf(UsageError);
  });

  it.each([
    ["user create --email nobody --password 'a long password'", "validation_error"],
    ["user create --email a@b.test --password short", "validation_error"],
    ["user delete --email unknown@shop.test", "not_found"],
    ["workspace create --name X --owner unknown@shop.test", "not_found"],
    ["plan set --workspace ws_unknown --plan max", "not_found"],
    ["token revoke --id tok_unknown", "not_found"],
    ["run --workspace ws_unknown", "not_found"],
  ])("refuses what the product refuses: %s", async (line, code) => {
    await expect(call(line)).rejects.toMatchObject({ code });
  });

  it("imports a file with columns of any name, tries it first, and writes every fault to a file", async () => {
    await person("mara@shop.test");
    const id = await shop("mara@shop.test");
    const content = "Nr;Text;EK netto\nM-1;Becher;4,20\nM-2;Pfanne;=1+1\n";
    await writeFile(join(service.folder, "list.csv"), content);
    const line = `--workspace ${id} --file list.csv --map sku=Nr --map title=Text --map 'cost=EK netto'`;
    const tried = await call(`catalog import ${line} --dry-run --faults faults.csv`);
    expect(tried).toMatchObject({
      dry_run: true,
      created: 1,
      fault_count: 1,
      read_as: { delimiter: ";", decimal: "comma", columns: { sku: "Nr", cost: "EK netto" } },
      faults: [{ row: 3, column: "EK netto", value: "=1+1" }],
      effect: { changed: { cost: 0 } },
    });
    expect(await readFile(join(service.folder, "faults.csv"), "utf8")).toMatch(
      /^row,column,value,what is wrong\r\n3,EK netto,'=1\+1,/,
    );
    await expect(call(`catalog import ${line}`)).rejects.toMatchObject({ code: "validation_error" });
    expect(await call(`catalog import ${line} --good-rows`)).toMatchObject({ created: 1, refused: 1 });
    await expect(call(`catalog import ${line} --map cost`)).rejects.toThrow(/takes a field and a column/);
    await expect(call(`catalog import ${line} --decimal dot`)).rejects.toThrow(/point, comma/);
  });

  it("imports a sheet of a spreadsheet, below the row that is named", async () => {
    await person("sheets@shop.test");
    const id = await shop("sheets@shop.test");
    const sheets = [
      { name: "Info", rows: textRow("sku", "title") },
      { name: "Liste", rows: textRow("Muster") + textRow("Nr", "Text") + textRow("O-1", "Becher") },
    ];
    await writeFile(join(service.folder, "list.xlsx"), await xlsxFile({ sheets }));
    const line = `catalog import --workspace ${id} --file list.xlsx --map sku=Nr --map title=Text --sheet liste`;
    expect(await call(`${line} --header-row 2`)).toMatchObject({
      created: 1,
      read_as: { file: "xlsx", sheet: "Liste", sheets: ["Info", "Liste"], header_row: 2, encoding: null },
    });
    await expect(call(`${line} --header-row zwei`)).rejects.toThrow(/--header-row is the number of a row/);
  });

  it("imports a supplier's list for known items alone, and a feed with values for all rows", async () => {
    await person("wilma@shop.test");
    const id = await shop("wilma@shop.test");
    await writeFile(join(service.folder, "own.csv"), "sku,title\nM-1,Mug\n");
    await call(`catalog import --workspace ${id} --file own.csv`);
    await writeFile(join(service.folder, "list.csv"), "sku,title,cost\nM-1,Mug,4.00\nX-1,Other,5.00\n");
    expect(await call(`catalog import --workspace ${id} --file list.csv --items existing`)).toMatchObject({
      created: 0,
      updated: 1,
      skipped: 1,
      notices: [expect.stringContaining("No column is read as the price"), expect.stringContaining('"X-1"')],
    });
    await writeFile(join(service.folder, "seen.csv"), "sku,price\nM-1,9.90\nM-1,cheap\n");
    const line = `observations import --workspace ${id} --file seen.csv --dry-run`;
    expect(await call(line)).toMatchObject({
      problem: expect.stringContaining("one value for the whole file"),
    });
    expect(await call(`${line} --set seller=Rival --set currency=eur --set observed_at=now`)).toMatchObject({
      created: 1,
      fault_groups: [{ column: "price", count: 1, rows: [3] }],
    });
    await expect(call(`${line} --set seller`)).rejects.toThrow(/takes a field and a value for all rows/);
    await expect(call(`${line} --items some`)).rejects.toThrow(/all, existing/);
  });

  it("imports nothing when the faults cannot be written down, and never writes them over the file", async () => {
    await person("ines@shop.test");
    const id = await shop("ines@shop.test");
    const content = "sku,title,price\nM-1,Mug,9.90\nM-2,Mug,cheap\n";
    await writeFile(join(service.folder, "own.csv"), content);
    await link(join(service.folder, "own.csv"), join(service.folder, "also.csv"));
    const line = `catalog import --workspace ${id} --file own.csv --good-rows --faults`;
    for (const name of ["own.csv", "./own.csv", "also.csv"])
      await expect(call(`${line} ${name}`)).rejects.toThrow(/names the file that is imported/);
    expect(await readFile(join(service.folder, "own.csv"), "utf8")).toBe(content);
    await expect(call(`${line} /dev/full`)).rejects.toThrow(/cannot be written to \/dev\/full/);
    await expect(call(`${line} absent/faults.csv`)).rejects.toThrow(/cannot be written to .*ENOENT/);
    const items = "SELECT FROM catalog_items WHERE workspace_id = $1";
    expect(await service.sql(items, [id])).toHaveLength(0);
    expect(await call(`${line} faults.csv`)).toMatchObject({ created: 1, refused: 1 });
  });

  it("imports nothing of a file with a fault and names the row", async () => {
    await person("gus@shop.test");
    const id = await shop("gus@shop.test");
    await writeFile(join(service.folder, "faulty.csv"), `${CATALOG}LAMP-3,Floor lamp,12.345,EUR,,\n`);
    await expect(call(`catalog import --workspace ${id} --file faulty.csv`)).rejects.toMatchObject({
      extra: { issues: [{ path: expect.stringContaining("row 4") as string }] },
    });
    expect(
      await service.sql("SELECT count(*)::int AS n FROM catalog_items WHERE workspace_id = $1", [id]),
    ).toEqual([{ n: 0 }]);
  });

  it("keeps the active policy when the new one does not hold", async () => {
    await person("hana@shop.test");
    const id = await shop("hana@shop.test");
    await writeFile(
      join(service.folder, "bad.json"),
      JSON.stringify({ version: 1, currency: "EUR", margin: 1 }),
    );
    await expect(call(`policy set --workspace ${id} --file bad.json`)).rejects.toMatchObject({
      code: "validation_error",
    });
    expect(await service.sql("SELECT active_policy FROM workspaces WHERE id = $1", [id])).toEqual([
      { active_policy: 1 },
    ]);
  });
});

it("shows every command in its help", () => {
  for (const { usage } of COMMANDS) expect(helpText()).toContain(usage);
  for (const kind of STORE_KINDS)
    for (const { name } of allSettings(connectorFor(kind))) expect(helpText()).toContain(`--set ${name}=`);
});

describe("batches", () => {
  it("are previewed, shown, confirmed and canceled, by the operator or by a member within their role", async () => {
    await person("bertha@shop.test");
    const workspace = await shop("bertha@shop.test");
    await person("anke@shop.test");
    await call(`member add --workspace ${workspace} --email anke@shop.test --role analyst`);
    const item = await service.make.item(workspace);
    const id = await service.make.recommendation(workspace, { item_id: item, status: "pending_approval" });
    const within = `--workspace ${workspace}`;
    const preview = () => call(`batch preview ${within} --action reject --ids ${id} --reason 'Not now'`);
    const batch = await preview();
    expect(batch).toMatchObject({ status: "preview", selected: 1, count: 1 });
    await expect(call(`batch confirm ${within} --id ${batch["id"]} --hash wrong`)).rejects.toThrow(/hash/);
    const confirm = `batch confirm ${within} --id ${batch["id"]} --hash ${batch["hash"]}`;
    await expect(call(`${confirm} --as anke@shop.test`)).rejects.toMatchObject({ code: "forbidden_role" });
    expect(await call(`batch show ${within} --id ${batch["id"]}`)).toMatchObject({ status: "preview" });
    expect(await call(`${confirm} --as bertha@shop.test`)).toMatchObject({ status: "running" });
    expect(await call(`batch cancel ${within} --id ${batch["id"]}`)).toMatchObject({
      status: "canceled",
      progress: { canceled: 1, done: 0 },
    });
    await expect(call(`batch preview ${within} --action raise --ids ${id}`)).rejects.toThrow(UsageError);
    await expect(call(`batch preview ${within} --action snooze --ids ${id} --until soon`)).rejects.toThrow(
      UsageError,
    );
  });
});
