import { expect, it } from "vitest";
import { testDatabase } from "@/server/testing/database";
import { SEED } from "@/server/testing/seed";
import { experiment, holds } from "./experiment";

const ITEMS = 60;

it("each price of two frozen batches, and no other, is written once, by the store's own log, under kills", async () => {
  const database = await testDatabase();
  try {
    const options = {
      items: ITEMS,
      store: "sandbox" as const,
      workers: 2,
      seed: SEED,
      deathRate: 0.02,
      timeoutMs: 300_000,
    };
    const figures = await experiment(database, options);
    expect(holds(figures), JSON.stringify(figures)).toBe(true);
    expect(figures, JSON.stringify(figures)).toMatchObject({ items: ITEMS });
    expect(figures.kills, JSON.stringify(figures)).toBeGreaterThan(0);
    expect(figures.decided_by_others, JSON.stringify(figures)).toBeGreaterThan(0);
    expect(figures.applied).toBeGreaterThan(ITEMS / 2);
  } finally {
    await database.drop();
  }
}, 360_000);
