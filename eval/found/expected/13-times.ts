import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { importers } from "@/eval/found/importing";
import { inputsFor } from "@/eval/found/inputs";
import { startTestService, type TestService } from "@/server/testing/service";
import { openShop, type Shop } from "@/server/testing/watched-shop";

const inputs = inputsFor(import.meta.filename);
let service: TestService;
let shop: Shop;

beforeAll(async () => {
  service = await startTestService({ now: "2026-11-02T09:30:00.000Z" });
  shop = await openShop(service);
});
afterAll(() => service.close());

const snooze = async (until: string) => {
  const alert = await service.make.alert(shop.workspace.id);
  return shop.call("POST", `/alerts/${alert}/snooze`, { snooze_until: until });
};

/** The time of the folder's file that has an offset. */
const withOffset = () => {
  const [time] = inputs.text("obs.csv").match(/\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\+01:00/) ?? [];
  if (time === undefined) throw new Error("obs.csv has no time with an offset.");
  return time;
};

describe("a time on the wire", () => {
  it("is taken as UTC when it is of +00:00", async () => {
    const time = withOffset().replace("+01:00", "+00:00");
    const { status, json } = await snooze(time);
    expect(status).toBe(200);
    expect(json).toMatchObject({ alert: { snooze_until: new Date(time).toISOString() } });
  });

  it("is refused with the same moment in UTC when it is of another offset", async () => {
    const { status, text } = await snooze(withOffset());
    expect(status).toBe(422);
    expect(text).toContain("This time is +01:00 of UTC.");
    expect(text).toContain(new Date(withOffset()).toISOString().slice(0, 19));
  });
});

describe("a time in a file", () => {
  const open = importers();

  it("is that of the shop's clock or of its offset, and one that nothing tells is a fault", async () => {
    const { observations, shop: own } = await open();
    await own.upsert({ sku: "A-100", title: "Mug" });
    const text = inputs.text("obs.csv");
    const report = await observations(text, { rows: "good" });
    expect(report.created).toBe(6);
    expect(report.faults.map(({ line }) => line)).toEqual([7, 8, 9, 10]);
    const now = await observations(text, { rows: "good", set: { observed_at: "now" } });
    expect(now).toMatchObject({ created: 1, unchanged: 6 });
    const { json } = await own.call("GET", `/catalog/items/${await own.itemId("A-100")}/observations`);
    const data = json?.["data"] as { seller: string; observed_at: string }[];
    const times = Object.fromEntries(data.map(({ seller, observed_at: at }) => [seller, at.slice(0, 16)]));
    expect(times).toEqual({
      R1: "2026-11-24T10:00",
      R2: "2026-11-24T10:00",
      R3: "2026-11-24T10:00",
      R4: "2026-11-24T09:00",
      R5: "2026-11-24T00:00",
      R8: "2026-11-25T12:00",
      R10: "2026-11-24T10:00",
    });
  });
});
