import { readdirSync, readFileSync } from "node:fs";
import { constants, getPriority } from "node:os";
import { describe, expect, it } from "vitest";
import { openPageReader } from "@/server/market/page-reader/page-reader";
import { productPage } from "@/server/testing/page-server";

const page = (html: string) => ({
  url: "https://shop.example/lamp",
  requested: "https://shop.example/lamp",
  body: Buffer.from(html),
  contentType: "text/html; charset=utf-8",
  contentLanguage: null,
  selector: null,
});
const lamp = (amount: string) => page(productPage(amount));
/** Half a megabyte that takes long to read. */
const slowPage = () =>
  page(
    Array.from(
      { length: 8_000 },
      (_, at) => `<div class="price"><span>${at},99 € 1.1.1 - - 5x5x</span></div>`,
    ).join(""),
  );

/** The priority of each thread of this process, 19 being the lowest. */
const niceOfThreads = (): readonly number[] =>
  readdirSync("/proc/self/task").map((thread) => {
    const [, fields = ""] = readFileSync(`/proc/self/task/${thread}/stat`, "utf8").split(") ");
    return Number(fields.split(" ")[16]);
  });

describe("the thread that reads pages", () => {
  it("answers each of several pages with its own offer", async () => {
    const reader = openPageReader();
    const amounts = ["18.90", "25.00", "7.50"];
    const offers = await Promise.all(amounts.map((amount) => reader.read(lamp(amount))));
    expect(offers.map((offer) => (offer.found ? offer.price.amount : null))).toEqual(amounts);
  });

  it("reads a slow page without blocking this one", async () => {
    const reader = openPageReader();
    await reader.read(lamp("1.00"));
    let turns = 0;
    const other = setInterval(() => {
      turns += 1;
    }, 1);
    await reader.read(slowPage());
    clearInterval(other);
    // Read in this thread, the page would leave a turn or two.
    expect(turns).toBeGreaterThan(10);
  });

  it.runIf(process.platform === "linux")("runs behind all other threads of the process", async () => {
    const behind = () =>
      niceOfThreads().filter((nice) => nice === constants.priority.PRIORITY_BELOW_NORMAL).length;
    const before = behind();
    await openPageReader().read(lamp("1.00"));
    expect(behind()).toBe(before + 1);
    expect(getPriority()).toBeLessThan(constants.priority.PRIORITY_BELOW_NORMAL);
  });

  it("ends at the time limit, and reads the next page in a new thread", async () => {
    const reader = openPageReader({ limitMs: 1 });
    await expect(reader.read(lamp("18.90"))).rejects.toThrow("not read within 1 ms");
    await expect(reader.read(lamp("18.90"))).rejects.toThrow("not read within 1 ms");
    const patient = openPageReader();
    const [first, second] = [patient.read(slowPage()), patient.read(lamp("18.90"))];
    expect((await first).found).toBe(false);
    expect(await second).toMatchObject({ found: true, price: { amount: "18.90" } });
  });
});
