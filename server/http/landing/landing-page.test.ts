import { describe, expect, it } from "vitest";
import { hasSessionCookie } from "@/server/auth/session-cookie";
import { robotsHandler } from "./landing-handler";
import { type Landing, landingPage } from "./landing-page";
import { SAMPLE_PICTURE } from "./landing-picture";

const page = (more: Partial<Landing> = {}) =>
  landingPage({
    publicUrl: "https://prices.example",
    picture: SAMPLE_PICTURE,
    signUpOpen: true,
    hasDemo: true,
    font: null,
    ...more,
  });

describe("the landing page", () => {
  it("needs no script and nothing from elsewhere, and stays small", () => {
    const html = page();
    expect(html).not.toMatch(/<script|\son[a-z]+=|src=|@import|url\(/i);
    const addresses = [...html.matchAll(/(?:href|action|content)="(https?:[^"]+)"/g)].map(([, url]) => url);
    expect(new Set(addresses)).toEqual(new Set(["https://prices.example/"]));
    expect(html.length).toBeLessThan(20_000);
  });

  it("tells search engines what it is, and that they may keep it", async () => {
    const html = page();
    expect(html).toMatch(/<title>[^<]{20,65}<\/title>/);
    expect(html).toMatch(/<meta name="description" content="[^"]{80,170}">/);
    expect(html).toContain('<link rel="canonical" href="https://prices.example/">');
    expect(html).toContain('<meta name="robots" content="index, follow">');
    for (const name of ["title", "description", "url", "type"])
      expect(html).toContain(`property="og:${name}"`);
    expect((await robotsHandler()).body).toContain("Disallow: /w/\n");
  });

  it("offers an account and the demo only where the installation does", () => {
    expect(page()).toContain('href="/sign-up"');
    expect(page()).toContain('action="/api/demo"');
    const closed = page({ signUpOpen: false, hasDemo: false });
    expect(closed).not.toContain("/sign-up");
    expect(closed).not.toContain("/api/demo");
    expect(closed).toContain('href="/sign-in"');
  });

  it("has the product's font from its own address, and says what the free plan leaves out", () => {
    const html = page({ font: "/_next/static/media/inter.woff2" });
    expect(html).toContain('<link rel="preload" href="/_next/static/media/inter.woff2" as="font"');
    expect([...html.matchAll(/url\("([^"]+)"\)/g)].map(([, url]) => url)).toEqual([
      "/_next/static/media/inter.woff2",
    ]);
    expect(html).toContain("250 items, 4 runs a day");
    expect(html).toContain("no agents, and you enter recommended prices in your shop yourself");
  });

  it("says whose numbers it shows, and escapes them", () => {
    expect(page()).toContain("Sample numbers of an invented shop.");
    const [row] = SAMPLE_PICTURE.rows;
    if (!row) throw new Error("no row");
    const picture = { ...SAMPLE_PICTURE, isSample: false, rows: [{ ...row, title: "<b>Lamp</b>" }] };
    expect(page({ picture })).toContain("What waits in the demo shop right now.");
    expect(page({ picture })).not.toContain("<b>Lamp");
  });
});

it("knows the cookie of a browser that has signed in, by the name that counts at this address", () => {
  const [plain, secure] = ["http://localhost:3000", "https://prices.example"];
  expect(hasSessionCookie("a=b; next-auth.session-token=x", plain)).toBe(true);
  expect(hasSessionCookie("a=b; next-auth.session-token=x", secure)).toBe(false);
  expect(hasSessionCookie("__Secure-next-auth.session-token=x", secure)).toBe(true);
  expect(hasSessionCookie("pricecheck-demo=x", plain)).toBe(false);
  expect(hasSessionCookie(undefined, plain)).toBe(false);
});
