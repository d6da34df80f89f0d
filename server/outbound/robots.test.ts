import { describe, expect, it } from "vitest";
import type { GuardedResponse } from "@/server/outbound/guarded-fetch";
import { robotsFor } from "./robots";

const ORIGIN = "https://shop.example";

const answering = (status: number, body = ""): GuardedResponse => ({
  ok: true,
  url: `${ORIGIN}/robots.txt`,
  status,
  headers: { get: () => null },
  contentType: "text/plain",
  body: Buffer.from(body),
});

const rules = (response: GuardedResponse) => robotsFor(ORIGIN, async () => response);
const file = (...lines: string[]) => rules(answering(200, lines.join("\n")));

describe("what a site lets be requested", () => {
  it("is what its rules for us say, before those for everyone", async () => {
    const robots = await file(
      "User-agent: *",
      "Disallow: /",
      "",
      "User-agent: Pricecheck",
      "Disallow: /cart",
      "Allow: /",
    );
    expect(robots.allows(`${ORIGIN}/p/1`)).toBe(true);
    expect(robots.allows(`${ORIGIN}/cart/1`)).toBe(false);
  });

  it("follows the rules for everyone where none are for us, wildcards and the longest match included", async () => {
    const robots = await file(
      "User-agent: *",
      "Disallow: /*?sort=",
      "Disallow: /p",
      "Allow: /p/open",
      "Crawl-delay: 2.5",
    );
    expect(robots.allows(`${ORIGIN}/p/1`)).toBe(false);
    expect(robots.allows(`${ORIGIN}/p/open/1`)).toBe(true);
    expect(robots.allows(`${ORIGIN}/a?sort=price`)).toBe(false);
    expect(robots.crawlDelaySeconds).toBe(2.5);
  });

  it.each([404, 403, 410])("is everything where it answers %i", async (status) => {
    const robots = await rules(answering(status, "User-agent: *\nDisallow: /"));
    expect(robots).toMatchObject({ readable: true, crawlDelaySeconds: null });
    expect(robots.allows(`${ORIGIN}/p/1`)).toBe(true);
  });

  it.each([500, 503, 429])("is nothing for now where it answers %i", async (status) => {
    const robots = await rules(answering(status));
    expect(robots.readable).toBe(false);
    expect(robots.allows(`${ORIGIN}/p/1`)).toBe(false);
  });

  it("is nothing for now where it cannot be reached", async () => {
    const robots = await rules({ ok: false, reason: "timeout", message: "No whole answer." });
    expect(robots.allows(`${ORIGIN}/p/1`)).toBe(false);
  });

  it("says nothing of other sites", async () => {
    expect((await file("User-agent: *", "Allow: /")).allows("https://other.example/p")).toBe(false);
  });
});
