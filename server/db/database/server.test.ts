import { randomUUID } from "node:crypto";
import { expect, inject, it } from "vitest";
import { createDatabase, databaseExists, dropDatabase } from "./server";

it("makes a database once for all who create it at the same moment", async () => {
  const url = inject("templateUrl");
  for (let round = 0; round < 5; round += 1) {
    const name = `at_once_${randomUUID()}`;
    try {
      const made = await Promise.allSettled(Array.from({ length: 8 }, () => createDatabase(url, name)));
      expect(made.filter(({ status }) => status === "rejected")).toEqual([]);
      expect(await databaseExists(url, name)).toBe(true);
    } finally {
      await dropDatabase(url, name);
    }
  }
});
