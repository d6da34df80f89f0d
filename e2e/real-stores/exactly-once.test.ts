import { expect, it } from "vitest";
import { experiment, holds } from "@/e2e/exactly-once/experiment";
import { FULL_SIZE, REAL_MEDUSA } from "@/e2e/exactly-once/options";
import { testDatabase } from "@/server/testing/database";
import { SEED } from "@/server/testing/seed";

it("approved prices are written exactly once to a real Medusa, or truthfully in conflict", async () => {
  const database = await testDatabase();
  try {
    const options = { ...FULL_SIZE, ...REAL_MEDUSA, store: "medusa-real", seed: SEED } as const;
    const figures = await experiment(database, options);
    process.stdout.write(`seed ${SEED}: ${JSON.stringify(figures)}\n`);
    expect(holds(figures), JSON.stringify(figures)).toBe(true);
  } finally {
    await database.drop();
  }
});
