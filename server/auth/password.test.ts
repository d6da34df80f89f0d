import { expect, it } from "vitest";
import { hashPassword, verifyPassword } from "./password";

it("recognises the password and no other, and never stores it", async () => {
  const stored = await hashPassword("korrekt pferd");
  expect(stored).toMatch(/^\$argon2id\$/);
  expect(stored).not.toContain("pferd");
  expect(await verifyPassword(stored, "korrekt pferd")).toBe(true);
  expect(await verifyPassword(stored, "Korrekt pferd")).toBe(false);
  expect(await verifyPassword(null, "korrekt pferd")).toBe(false);
});

it("takes as long for an unknown person as for a wrong password", async () => {
  const stored = await hashPassword("korrekt pferd");
  const time = async (hash: string | null): Promise<number> => {
    const samples: number[] = [];
    for (let i = 0; i < 15; i++) {
      const began = performance.now();
      await verifyPassword(hash, "something else");
      samples.push(performance.now() - began);
    }
    return samples.sort((a, b) => a - b)[7] ?? 0;
  };
  const [known, unknown] = [await time(stored), await time(null)];
  expect(unknown / known).toBeGreaterThan(0.5);
  expect(unknown / known).toBeLessThan(2);
});
