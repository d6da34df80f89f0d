import { execFile } from "node:child_process";
import { describe, expect, inject, it } from "vitest";
import { DAY_MS } from "@/server/domain/durations";
import { openAgentEndpoint } from "@/server/testing/agents";
import { browserCaller } from "@/server/testing/browser-caller";
import { duringTests } from "@/server/testing/during-tests";
import type { Columns } from "@/server/testing/factories";
import { startTestService } from "@/server/testing/service";
import type { BatchFilter } from "@/server/usecases/decision-batches/subject";
import { UsageError } from "./command";
import { commandFor, helpText } from "./commands";

// The test starts the program twice, each time with a compiler.
const TIMEOUT_MS = 120_000;
const PATH = "/usr/local/bin:/usr/bin:/bin";

const service = duringTests(startTestService);
const agents = duringTests(() => openAgentEndpoint(service));

type Answer = Readonly<Record<string, unknown>>;

/** Carries out a command in this process. */
async function call(args: readonly string[]): Promise<Answer> {
  const { found, rest } = commandFor(args);
  return { ...(await found.read(rest)({ services: service.services, folder: "/" })) };
}

/** Runs the program as `npm run admin` does, on the database of this test. */
function admin(args: readonly string[]): Promise<Answer> {
  const secret = "a secret of the program, longer than thirty-two characters";
  const env: NodeJS.ProcessEnv = {
    NODE_ENV: "production",
    PATH,
    DATABASE_URL: service.database.ownerUrl,
    APP_DB_PASSWORD: inject("appPassword"),
    AUTH_SECRET: secret,
    ENCRYPTION_KEY: secret,
  };
  return new Promise((resolve, reject) => {
    execFile(
      process.execPath,
      ["--import", "tsx", "server/admin/main.ts", ...args],
      { env },
      (error, stdout, stderr) => {
        if (error) reject(new Error(stderr));
        else resolve(JSON.parse(stdout.trimEnd().split("\n").at(-1) ?? ""));
      },
    );
  });
}

async function shop() {
  const workspace = await service.workspace();
  const token = await service.mintToken({ workspaceId: workspace.id, userId: workspace.userId });
  const waiting = async (item: Columns, recommendation: Columns = {}) => {
    const columns = { status: "pending_approval", accepted: true, ...recommendation };
    return service.make.recommendation(workspace.id, {
      item_id: await service.make.item(workspace.id, item),
      ...columns,
    });
  };
  const byRest = async (body: object): Promise<Answer> => {
    const answer = await service.call("POST", "/decision-batches", { token, body });
    expect(answer.status, answer.text).toBe(201);
    return answer.json?.["batch"] as Answer;
  };
  return { workspace, token, waiting, byRest };
}

const REJECT = { action: "reject", reason: "Not now" } as const;
const rejectIn = (workspaceId: string) => [
  ...["batch", "preview", "--workspace", workspaceId],
  ...["--action", REJECT.action, "--reason", REJECT.reason],
];

it(
  "a batch is the same from the browser, by REST, from an agent and from the command line",
  async () => {
    const { workspace, token, waiting, byRest } = await shop();
    for (const brand of ["Lumen", "Lumen", "Karft"]) await waiting({ brand });
    await waiting({ brand: "Lumen" }, { change_ratio: "0.2" });
    await service.sql("UPDATE workspaces SET agents_may_approve = true WHERE id = $1", [workspace.id]);
    const body = { ...REJECT, filter: { brand: "Lumen", max_change: "0.10" } };
    const rest = await byRest(body);
    const pages = await browserCaller(service, { userId: workspace.userId, workspaceId: workspace.id });
    const { batch: browser } = await pages.decisionBatches.create(body);
    const client = await agents.connect(token);
    const tool = await client.callTool({ name: "decision_batches_create", arguments: body });
    const agent = (tool.structuredContent as { batch: Answer }).batch;
    const filter = ["--filter", "brand=Lumen", "--filter", "max_change=0.10"];
    const command = await admin([...rejectIn(workspace.id), ...filter]);
    expect(rest).toMatchObject({ status: "preview", selected: 2, count: 2, filter: body.filter });
    for (const each of [browser, agent, command])
      expect(each).toMatchObject({ hash: rest["hash"], selected: 2, count: 2, filter: body.filter });
    const ofBatch = ["--workspace", workspace.id, "--id", String(command["id"])];
    expect(await admin(["batch", "confirm", ...ofBatch, "--hash", String(rest["hash"])])).toMatchObject({
      status: "running",
      count: 2,
    });
  },
  TIMEOUT_MS,
);

/** For each field a value, and the recommendation that matches it beside one that does not. */
const MATCHING: Readonly<
  Record<keyof typeof BatchFilter.shape, { value: string | number; item?: Columns; row?: Columns }>
> = {
  kind: { value: "cost_review", row: { kind: "cost_review" } },
  why: { value: "room", row: { why: "room" } },
  brand: { value: "Lumen", item: { brand: "Lumen" } },
  category: { value: "Desk lamps", item: { category: "Desk lamps" } },
  tag: { value: "desk=1", item: { tags: ["desk=1"] } },
  min_change: { value: "0.1", row: { change_ratio: "0.2" } },
  max_change: { value: "0.05", row: { change_ratio: "-0.01" } },
  min_margin_change: { value: "0.1", row: { margin_after: "0.5" } },
  max_margin_change: { value: "-0.02", row: { margin_after: "0.1" } },
  min_money_at_risk: { value: "20.00", row: { profit_change: 900n } },
  min_age_days: { value: 7, row: { created_at: new Date("2026-10-20T00:00:00Z") } },
  max_age_days: { value: 1, row: { created_at: new Date("2026-11-02T09:00:00Z") } },
  confidence: { value: "low", row: { confidence: "low" } },
  guard: { value: "map", row: { binding_rule: "map" } },
  run_id: { value: "" },
  q: { value: "reading, brass", item: { title: "Lamp for reading, brass" } },
  status: { value: "pending_approval" },
};

describe("a filter on the command line", () => {
  it.each(Object.entries(MATCHING))("takes %s as REST does", async (name, { value, item = {}, row = {} }) => {
    const { workspace, waiting, byRest } = await shop();
    const createdAt = new Date(service.clock.now() - 3 * DAY_MS);
    const id = await waiting(item, row);
    await waiting(
      {},
      { created_at: createdAt, ...(name === "status" ? { status: "new", accepted: false } : {}) },
    );
    const [of] = await service.sql("SELECT run_id FROM recommendations WHERE id = $1", [id]);
    const wanted = name === "run_id" ? String(of?.["run_id"]) : value;
    const body = { action: "snooze", snooze_until: "2026-12-01T09:30:00Z" };
    const rest = await byRest({ ...body, filter: { [name]: wanted } });
    const command = await call([
      ...["batch", "preview", "--workspace", workspace.id, "--action", "snooze"],
      ...["--until", "2026-12-01T09:30:00Z", "--filter", `${name}=${wanted}`],
    ]);
    expect(command).toMatchObject({ selected: 1, hash: rest["hash"], filter: { [name]: wanted } });
    expect(helpText()).toContain(`--filter ${name}=`);
  });

  it("has to be said when it has no field and is everything", async () => {
    const { workspace, waiting, byRest } = await shop();
    await waiting({});
    await waiting({});
    const rest = await byRest({ ...REJECT, filter: {} });
    expect(await call([...rejectIn(workspace.id), "--all"])).toMatchObject({
      selected: 2,
      hash: rest["hash"],
    });
  });

  it.each([
    [[], /--ids, --filter or --all/],
    [["--all", "--ids", "rec_01k9zq0v7k3t5m8w2x4y6z0a1b"], /--ids, --filter or --all/],
    [["--all", "--filter", "brand=Lumen"], /not both/],
    [["--filter", "brnad=Lumen"], /the names are kind, why, brand/],
    [["--filter", "brand"], /the names are/],
    [["--filter", "tag=a", "--filter", "tag=b"], /tag twice/],
  ])(
    "is refused where it would match other recommendations than it seems to: %j",
    async (options, message) => {
      const { workspace } = await shop();
      const attempt = call([...rejectIn(workspace.id), ...options]);
      await expect(attempt).rejects.toThrow(message);
      await expect(attempt).rejects.toBeInstanceOf(UsageError);
    },
  );

  it.each(["min_age_days=", "min_age_days=soon", "max_change=ten", "kind=", "min_money_at_risk=1.234"])(
    "refuses a value that REST refuses: %s",
    async (field) => {
      const { workspace } = await shop();
      await expect(call([...rejectIn(workspace.id), "--filter", field])).rejects.toMatchObject({
        code: "validation_error",
      });
    },
  );
});

it("taking back the prices of a run or of a batch is the same batch as by REST", async () => {
  const { workspace, token } = await shop();
  const writeBack = await service.make.writeBack(workspace.id);
  const [row] = await service.sql(
    "SELECT r.run_id FROM write_backs w JOIN recommendations r ON r.id = w.recommendation_id WHERE w.id = $1",
    [writeBack],
  );
  const run = String(row?.["run_id"]);
  const rest = await service.call("POST", `/runs/${run}/revert`, { token });
  const of = (options: readonly string[]) =>
    call(["batch", "revert", "--workspace", workspace.id, ...options]);
  expect(await of(["--run", run])).toMatchObject({
    action: "revert",
    selected: 1,
    hash: (rest.json?.["batch"] as Answer)["hash"],
  });
  await expect(of(["--batch", "bat_unknown"])).rejects.toMatchObject({ code: "not_found" });
  for (const options of [[], ["--run", run, "--batch", "bat_1"]])
    await expect(of(options)).rejects.toBeInstanceOf(UsageError);
});
