import { encode } from "next-auth/jwt";
import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { MINUTE_MS } from "@/server/domain/durations";
import { duringTests } from "@/server/testing/during-tests";
import { startTestService } from "@/server/testing/service";
import { hashPassword } from "../credentials/password";
import { readSessionCookie, sessionCookieName } from "./session-cookie";
import { signIn } from "./sign-in";
import { authOptions } from "./sign-in-options";

const service = duringTests(startTestService);
let passwordHash: string;
const waited: number[] = [];
beforeAll(async () => {
  passwordHash = await hashPassword("korrekt pferd");
});
// A new minute, and so a new rate limit window, for every test.
beforeEach(() => service.clock.advance(MINUTE_MS));

const attempt = (email: string, password: string, ip: string | null = "192.0.2.7") =>
  signIn(service.services, service.rateLimiter, { email, password, ip }, (ms) => {
    waited.push(ms);
    return Promise.resolve();
  });

describe("signing in", () => {
  it("takes the address in any letters and the right password, confirmed or not", async () => {
    const userId = await service.person({ email: "anna@example.test", passwordHash, confirmed: false });
    expect(await attempt("  Anna@Example.test ", "korrekt pferd")).toEqual({
      userId,
      email: "anna@example.test",
    });
  });

  it("says the same of a wrong password, an unknown address, no password and hostile text", async () => {
    await service.person({ email: "ben@example.test", passwordHash });
    await service.person({ email: "no-password@example.test" });
    const tries = [
      ["ben@example.test", "falsch"],
      ["nobody@example.test", "korrekt pferd"],
      ["no-password@example.test", ""],
      ["x\0y@example.test", "korrekt pferd"],
      ["ben@example.test", "x".repeat(100_000)],
    ] as const;
    const messages = await Promise.all(
      tries.map(([email, password]) => attempt(email, password).catch((error: unknown) => String(error))),
    );
    expect(new Set(messages).size).toBe(1);
    expect(messages[0]).toContain("is wrong");
  });

  it("is refused after ten attempts a minute at one person from one network, and works the minute after", async () => {
    await service.person({ email: "cara@example.test", passwordHash });
    for (let i = 0; i < 10; i++)
      await expect(attempt("cara@example.test", "falsch", `192.0.2.${i}`)).rejects.toMatchObject({
        code: "unauthorized",
      });
    await expect(attempt("Cara@example.test", "korrekt pferd")).rejects.toMatchObject({
      code: "rate_limited",
      extra: { retry_after: expect.any(Number) as number },
    });
    service.clock.advance(MINUTE_MS);
    expect(await attempt("cara@example.test", "korrekt pferd")).toBeTruthy();
  });

  it("is refused after thirty attempts a minute from one network address", async () => {
    const tries = Array.from({ length: 31 }, (_, i) =>
      attempt(`nobody${i}@example.test`, "x", "198.51.100.1").catch((error: { code: string }) => error.code),
    );
    expect((await Promise.all(tries)).filter((code) => code === "rate_limited")).toHaveLength(1);
  });

  it("is refused so too from the addresses of one line, of which IPv6 has many", async () => {
    const tries = Array.from({ length: 31 }, (_, i) =>
      attempt(`no${i}@example.test`, "x", `2001:db8:7:1::${i}`).catch(
        (error: { code: string }) => error.code,
      ),
    );
    expect((await Promise.all(tries)).filter((code) => code === "rate_limited")).toHaveLength(1);
  });

  it("ends with a password that was replaced while the attempt waited", async () => {
    const email = "emil@example.test";
    await service.person({ email, passwordHash });
    for (let i = 0; i < 12; i++) await attempt(email, "falsch", `10.2.${i}.1`).catch(() => null);
    const other = await hashPassword("neues pferd");
    const late = signIn(
      service.services,
      service.rateLimiter,
      { email, password: "korrekt pferd", ip: "203.0.113.10" },
      () => service.sql("UPDATE users SET password_hash = $2 WHERE email = $1", [email, other]),
    );
    await expect(late).rejects.toMatchObject({ code: "unauthorized" });
  });

  it("goes on for a person whom strangers everywhere try: slower, and not even that where they are at home", async () => {
    const email = "dora@example.test";
    const userId = await service.person({ email, passwordHash });
    for (let i = 0; i < 45; i++) await attempt(email, "falsch", `10.1.${i}.1`).catch(() => null);
    waited.length = 0;
    expect(await attempt(email, "korrekt pferd", "203.0.113.9")).toEqual({ userId, email });
    expect(waited).toEqual([4_000]);
    await service.sessionCookie(userId);
    expect(await attempt(email, "korrekt pferd", "192.0.2.200")).toEqual({ userId, email });
    await expect(attempt(email, "falsch", "192.0.2.201")).rejects.toMatchObject({ code: "unauthorized" });
    expect(waited).toEqual([4_000]);
  });
});

describe("the browser's session", () => {
  const options = () =>
    authOptions(service.services, service.rateLimiter, {
      ip: "192.0.2.7",
      userAgent: null,
      cookie: null,
      requestId: "req_1",
      waiting: () => undefined,
    });

  it("names the session, its person and their epoch, and has no word about them", async () => {
    const id = await service.person({});
    const user = { id, email: "anna@example.test", name: "Anna" };
    const token = await options().callbacks?.jwt?.({
      token: { name: "Anna", email: "a@b.c" },
      user,
      account: null,
    });
    expect(token).toEqual({ sub: id, epoch: 0, sid: expect.stringMatching(/^ses_/) as string });
  });

  it.each(["https://shop.example", "http://localhost:3000"])(
    "is read back from its cookie at %s",
    async (url) => {
      const secret = service.services.settings.authSecret;
      const cookie = await encode({ token: { sub: "usr_anna", epoch: 2, sid: "ses_1" }, secret });
      const header = `theme=dark; ${sessionCookieName(url)}=${cookie}; other=1`;
      expect(await readSessionCookie(header, secret, url)).toEqual({
        userId: "usr_anna",
        epoch: 2,
        sessionId: "ses_1",
      });
      expect(await readSessionCookie(header, `${secret}!`, url)).toBeNull();
      expect(await readSessionCookie(header.replace(cookie, cookie.slice(0, -3)), secret, url)).toBeNull();
      expect(await readSessionCookie(undefined, secret, url)).toBeNull();
    },
  );

  it("counts over https under its secure name alone, which no neighbouring host can set", async () => {
    const secret = service.services.settings.authSecret;
    const cookie = await encode({ token: { sub: "usr_anna", epoch: 2, sid: "ses_1" }, secret });
    const [plain, secure] = ["http://localhost:3000", "https://shop.example"];
    const under = (name: string, at: string) => readSessionCookie(`${name}=${cookie}`, secret, at);
    expect(await under(sessionCookieName(plain), secure)).toBeNull();
    expect(await under(sessionCookieName(secure), plain)).toBeNull();
    expect(await under(sessionCookieName(secure), secure)).not.toBeNull();
  });

  it("is none once it has ended", async () => {
    const secret = service.services.settings.authSecret;
    const cookie = await encode({ token: { sub: "usr_anna", epoch: 2, sid: "ses_1" }, secret, maxAge: -60 });
    expect(
      await readSessionCookie(`next-auth.session-token=${cookie}`, secret, "http://localhost:3000"),
    ).toBeNull();
  });

  it.each([
    ["/w/ws_1", "http://localhost:3000/w/ws_1"],
    ["http://localhost:3000/x", "http://localhost:3000/x"],
    ["https://evil.example/", "http://localhost:3000"],
    ["//evil.example/", "http://localhost:3000"],
    ["javascript:alert(1)", "http://localhost:3000"],
  ])("leads from sign-in to %s only within this address", async (url, to) => {
    expect(await options().callbacks?.redirect?.({ url, baseUrl: "http://elsewhere.example" })).toBe(to);
  });
});
