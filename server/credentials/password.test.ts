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

it("does as much work for an unknown person as for a wrong password", async () => {
  const stored = await hashPassword("korrekt pferd");
  // Measures processor time, alternating, so that other load on the machine affects both alike.
  const work = async (hash: string | null): Promise<number> => {
    const before = process.cpuUsage();
    await verifyPassword(hash, "something else");
    const { user, system } = process.cpuUsage(before);
    return user + system;
  };
  let [known, unknown] = [0, 0];
  for (let i = 0; i < 15; i++) {
    known += await work(stored);
    unknown += await work(null);
  }
  expect(unknown / known).toBeGreaterThan(0.5);
  expect(unknown / known).toBeLessThan(2);
});
