import { describe, expect, it } from "vitest";
import { testDatabase } from "@/server/testing/database";
import { experiment, holds } from "./experiment";
import { SMALL_SIZE } from "./options";

describe("prices approved for a real store, under kills and a failing network", () => {
  it("are written exactly once by the store's own log, or truthfully in conflict", async () => {
    const database = await testDatabase();
    try {
      const figures = await experiment(database, { ...SMALL_SIZE, seed: Date.now() % 1_000_000 });
      expect(holds(figures), JSON.stringify(figures)).toBe(true);
      expect(figures).toMatchObject({ approved: SMALL_SIZE.items, lost: 0, double: 0, overwritten: 0 });
      expect(figures.faults).toBeGreaterThan(0);
    } finally {
      await database.drop();
    }
  }, 240_000);
});
