import { describe, expect, it } from "vitest";
import { testDatabase } from "@/server/testing/database";
import { SEED } from "@/server/testing/seed";
import { experiment, holds } from "./experiment";
import { SMALL_SIZE, STORE_NAMES } from "./options";

// Each experiment has a database, a store and workers of its own, and mostly waits for leases and quarantines.
describe.concurrent("approved prices, under kills, a failing network and a crashing store", () => {
  it.each(STORE_NAMES)(
    "are written exactly once by the log of %s, or truthfully in conflict",
    async (store) => {
      const database = await testDatabase();
      try {
        const figures = await experiment(database, { ...SMALL_SIZE, store, seed: SEED });
        expect(holds(figures), JSON.stringify(figures)).toBe(true);
        expect(figures).toMatchObject({
          approved: SMALL_SIZE.items,
          lost: 0,
          double: 0,
          overwritten: 0,
          wrong_field: 0,
        });
        expect(figures.faults).toBeGreaterThan(0);
        expect(figures.kills).toBeGreaterThan(0);
      } finally {
        await database.drop();
      }
    },
    420_000,
  );
});
