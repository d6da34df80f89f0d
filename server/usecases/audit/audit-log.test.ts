import { beforeEach, describe, expect, it } from "vitest";
import type { ChainPoint } from "@/server/db/audit/chain";
import type { AuditAction } from "@/server/domain/audit/actions";
import { MINUTE_MS } from "@/server/domain/durations";
import { duringTests } from "@/server/testing/during-tests";
import type { TestWorkspace } from "@/server/testing/factories";
import { startTestService } from "@/server/testing/service";
import { operatorContext } from "../operator-context";
import { recordChange } from "../record-change";
import { writeTransaction } from "../transaction";
import { type AuditManifest, type AuditPeriod, exportAudit } from "./export";
import { listAudit } from "./list";
import { verifyAuditFile } from "./verify-file";

const service = duringTests(startTestService);
let workspace: TestWorkspace;
beforeEach(async () => {
  workspace = await service.workspace();
});

const ALL: AuditPeriod = { from: null, to: null };

/** Records changes; the log is indifferent to what an action is called. */
async function record(...actions: string[]): Promise<void> {
  const context = await operatorContext(service.services, workspace.id);
  for (const action of actions) {
    service.clock.advance(MINUTE_MS);
    await writeTransaction(context, (tx) =>
      recordChange(context, tx, { action: action as AuditAction, subject: "thing_1", after: { at: action } }),
    );
  }
}

async function exported(period = ALL): Promise<{ lines: string[]; manifest: AuditManifest }> {
  const pieces = exportAudit(await operatorContext(service.services, workspace.id), period);
  let text = "";
  for (;;) {
    const { value, done } = await pieces.next();
    if (done) return { lines: text.trimEnd().split("\n"), manifest: value };
    text += value;
  }
}

async function* each(lines: readonly string[]): AsyncIterable<string> {
  await Promise.resolve();
  yield* lines;
}
const verdict = (lines: readonly string[], published?: ChainPoint) => verifyAuditFile(each(lines), published);

describe("an exported audit log", () => {
  it("holds every event, and is checked without the service", async () => {
    await record("a.b", "c.d", "e.f");
    const { lines, manifest } = await exported();
    expect(lines).toHaveLength(manifest.events + 2);
    expect(await verdict(lines)).toEqual({
      ok: true,
      workspace: workspace.id,
      events: manifest.events,
      head: manifest.end.hash,
    });
  });

  it("is checked for a span of time as well, from the event it follows", async () => {
    await record("a.b", "c.d");
    const from = new Date(service.clock.now() + 1);
    await record("e.f", "g.h");
    const to = new Date(service.clock.now() + 1);
    await record("i.j");
    const { lines, manifest } = await exported({ from, to });
    expect(manifest.events).toBe(2);
    expect(lines.filter((line) => /"action":"(e\.f|g\.h)"/.test(line))).toHaveLength(2);
    expect(await verdict(lines)).toMatchObject({ ok: true });
  });

  const swap = (lines: string[], i: number, j: number) =>
    lines.map((line, n) => (n === i ? (lines[j] ?? "") : n === j ? (lines[i] ?? "") : line));
  it.each<[string, (lines: string[]) => string[], string]>([
    ["an edited event", (lines) => lines.map((line) => line.replace('"c.d"', '"c.x"')), "edited"],
    ["two events in another order", (lines) => swap(lines, lines.length - 3, lines.length - 2), "gap"],
    ["a missing event", (lines) => lines.filter((_, n) => n !== lines.length - 3), "gap"],
    ["events cut off at the end", (lines) => lines.filter((_, n) => n !== lines.length - 2), "truncated"],
    ["other bytes", (lines) => lines.map((line) => line.replace('{"log":', '{"log": ')), "not_as_published"],
  ])("shows %s", async (_, tamper, fault) => {
    await record("a.b", "c.d", "e.f");
    expect(await verdict(tamper((await exported()).lines))).toMatchObject({ ok: false, fault });
  });

  it("is refused without its last line, or when it is of another kind", async () => {
    await record("a.b");
    const { lines } = await exported();
    await expect(verdict(lines.slice(0, -1))).rejects.toMatchObject({ code: "bad_request" });
    await expect(verdict(['{"a":1}'])).rejects.toMatchObject({ code: "bad_request" });
    await expect(verdict(["sku,title"])).rejects.toMatchObject({ code: "bad_request" });
  });

  it("shows events that were cut off before it was made anew against the manifest of an earlier one", async () => {
    await record("a.b", "c.d");
    const { end } = (await exported()).manifest;
    await service.sql("ALTER TABLE audit_events DISABLE TRIGGER audit_append_only");
    await service.sql("DELETE FROM audit_events WHERE workspace_id = $1 AND action = 'c.d'", [workspace.id]);
    await service.sql("ALTER TABLE audit_events ENABLE TRIGGER audit_append_only");
    const { lines } = await exported();
    expect(await verdict(lines)).toMatchObject({ ok: true });
    const published = { seq: BigInt(end.seq), hash: end.hash };
    expect(await verdict(lines, published)).toMatchObject({ ok: false, fault: "truncated" });
  });
});

describe("the list of what was changed", () => {
  const list = async (filter: Partial<Parameters<typeof listAudit>[1]>) => {
    const context = await operatorContext(service.services, workspace.id);
    const all = { actor: null, action: null, subject: null, from: null, to: null, ...filter };
    const { events } = await listAudit(context, all, { before: null, limit: 100 });
    return events.map(({ entry }) => entry.action);
  };

  it("is narrowed by who, what, which thing and when, newest first", async () => {
    await record("tour.begin", "tour.end");
    const noon = new Date(service.clock.now() + 1);
    await record("tours.begin");
    expect(await list({ action: "tour" })).toEqual(["tour.end", "tour.begin"]);
    expect(await list({ action: "tour.end" })).toEqual(["tour.end"]);
    expect(await list({ subject: "thing_1", from: noon })).toEqual(["tours.begin"]);
    expect(await list({ subject: "thing_1", to: noon })).toEqual(["tour.end", "tour.begin"]);
    expect(await list({ actor: "user:usr_nobody" })).toEqual([]);
  });

  it("is the workspace's own", async () => {
    await record("tour.begin");
    workspace = await service.workspace();
    expect(await list({ action: "tour" })).toEqual([]);
  });
});
