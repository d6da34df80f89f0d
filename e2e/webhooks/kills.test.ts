import { expect, it } from "vitest";
import { testDatabase } from "@/server/testing/database";
import { SEED } from "@/server/testing/seed";
import { experiment, holds } from "./experiment";

it("a receiver gets every number, signed, while senders are killed; a repetition has the same id and body", async () => {
  const database = await testDatabase();
  try {
    const figures = await experiment(database, {
      events: 120,
      senders: 2,
      seed: SEED,
      stalledMs: 120_000,
    });
    expect(holds(figures), JSON.stringify(figures)).toBe(true);
    expect(figures.kills, JSON.stringify(figures)).toBeGreaterThan(0);
  } finally {
    await database.drop();
  }
}, 360_000);
