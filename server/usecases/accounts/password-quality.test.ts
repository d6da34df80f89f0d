import { describe, expect, it } from "vitest";
import { requireGoodPassword } from "./password-quality";

const EMAIL = "Anna.Berg@Lampenladen.example";
const verdict = (password: string): Promise<string> =>
  requireGoodPassword(password, EMAIL).then(
    () => "taken",
    (error: { extra: { issues: { path: string; code: string }[] } }) =>
      error.extra.issues.map(({ path, code }) => `${path}: ${code}`).join(),
  );

describe("a password", () => {
  it.each([
    "a long password", // the example of the README
    "korrekt pferd",
    "correct horse battery staple",
    "x7Kq9!mz",
    "my pricecheck account is 9 years old",
    "four berg goats in a row",
  ])("is taken when it is like %j", async (password) => {
    expect(await verdict(password)).toBe("taken");
  });

  it.each([
    "password",
    "password1",
    "P@ssw0rd",
    "12345678",
    "qwertyuiop",
    "iloveyou2",
    "aaaaaaaa",
    "Summer2026",
  ])("is refused when it is as common as %j", async (password) => {
    expect(await verdict(password)).toBe("password: common");
  });

  it.each([
    "pricecheck",
    "Pricecheck2026!",
    "pr1cecheck",
    "anna.berg@lampenladen.example",
    "ANNA.BERG1",
    "lampenladen99",
    "pricecheck-anna.berg",
  ])("is refused when it is made of one's own address or the product's name, like %j", async (password) => {
    expect(await verdict(password)).toBe("password: own_name");
  });
});
