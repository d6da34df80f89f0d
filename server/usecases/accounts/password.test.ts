import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { signIn } from "@/server/auth/sign-in";
import { hashPassword } from "@/server/credentials/password";
import { HOUR_MS, MINUTE_MS } from "@/server/domain/durations";
import { browserCaller } from "@/server/testing/browser-caller";
import { duringTests } from "@/server/testing/during-tests";
import { mailedCode, mailsOf, processMailRequests, UNREACHABLE_MAIL_SERVER } from "@/server/testing/mails";
import { startTestService } from "@/server/testing/service";
import { changeEmail } from "./change-email";
import { confirmEmail } from "./confirm-email";
import { changePassword, mailPasswordReset, resetPassword } from "./password";

const service = duringTests(() => startTestService({ settings: { smtpUrl: UNREACHABLE_MAIL_SERVER } }));
let passwordHash: string;
let people = 0;
beforeAll(async () => {
  passwordHash = await hashPassword(OLD);
});
beforeEach(() => service.clock.advance(HOUR_MS));

const OLD = "korrekt pferd";
const NEW = "ganz anderes pferd";
const services = () => service.services;
const newEmail = () => `reset${(people += 1)}@example.test`;
const person = async (confirmed = true) => {
  const email = newEmail();
  return { email, userId: await service.person({ email, passwordHash, confirmed }) };
};
const FROM = { requestId: null, ip: null };
const mailsTo = (recipient: string) => mailsOf(service, recipient);
const lastCode = (email: string) => mailedCode(service, email);
const enters = (email: string, password: string) =>
  signIn(services(), service.rateLimiter, { email, password, ip: null }).then(
    () => true,
    () => false,
  );
const works = async (cookie: string) => {
  const principal = await browserCaller(service, { cookie });
  return principal.account.me().then(
    () => true,
    () => false,
  );
};
const confirm = (code: string, signedInAs: string | null) =>
  confirmEmail(services(), { code, signedInAs }, FROM);
const stale = { code: "validation_error", extra: { issues: [{ path: "code" }] } };

describe("setting a new password by mail", () => {
  it("works once, within an hour, and ends every session", async () => {
    const { email, userId } = await person();
    const cookie = await service.sessionCookie(userId);
    await mailPasswordReset(services(), email.toUpperCase(), FROM);
    const code = await lastCode(email);
    await expect(resetPassword(services(), { code, password: "short" }, FROM)).rejects.toMatchObject({
      extra: { issues: [{ path: "password" }] },
    });
    expect(await resetPassword(services(), { code, password: NEW }, FROM)).toEqual({ userId, email });
    expect(await works(cookie)).toBe(false);
    expect([await enters(email, OLD), await enters(email, NEW)]).toEqual([false, true]);
    await expect(resetPassword(services(), { code, password: OLD }, FROM)).rejects.toMatchObject(stale);
    expect((await mailsTo(email)).map(({ subject }) => subject)).toContain("Your password was changed");
  });

  it("is refused after an hour, and of two codes the second ends with the first", async () => {
    const { email } = await person();
    await mailPasswordReset(services(), email, FROM);
    const late = await lastCode(email);
    service.clock.advance(HOUR_MS);
    await expect(resetPassword(services(), { code: late, password: NEW }, FROM)).rejects.toMatchObject(stale);
    await mailPasswordReset(services(), email, FROM);
    const first = await lastCode(email);
    await mailPasswordReset(services(), email, FROM);
    const second = await lastCode(email);
    await resetPassword(services(), { code: first, password: NEW }, FROM);
    await expect(resetPassword(services(), { code: second, password: OLD }, FROM)).rejects.toMatchObject(
      stale,
    );
  });

  it("lets one of two through at once with one code", async () => {
    const { email } = await person();
    await mailPasswordReset(services(), email, FROM);
    const code = await lastCode(email);
    const both = await Promise.allSettled(
      [NEW, OLD].map((password) => resetPassword(services(), { code, password }, FROM)),
    );
    expect(both.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
  });

  it("is answered alike for an address nobody has, and mails it nothing", async () => {
    const { email } = await person();
    const visitor = await browserCaller(service, { ip: "192.0.2.50" });
    const nobody = newEmail();
    expect(await visitor.account.requestReset({ email })).toEqual(
      await visitor.account.requestReset({ email: nobody }),
    );
    await processMailRequests(service);
    expect(await mailsTo(email)).toHaveLength(1);
    expect(await mailsTo(nobody)).toEqual([]);
  });

  it("is asked for twice a minute and five times an hour at most for one address, from wherever", async () => {
    const { email } = await person();
    const ask = async (ip: string) => (await browserCaller(service, { ip })).account.requestReset({ email });
    await ask("192.0.2.61");
    await ask("192.0.2.62");
    await expect(ask("192.0.2.63")).rejects.toMatchObject({ cause: { code: "rate_limited" } });
    await processMailRequests(service);
    for (let i = 0; i < 8; i += 1) await mailPasswordReset(services(), email, FROM);
    expect(await mailsTo(email)).toHaveLength(5);
  });

  it("confirms an address, and closes what somebody else had set up with it", async () => {
    const { email, userId } = await person(false);
    const issuer = "https://issuer.example";
    await service.sql(
      "INSERT INTO identities (id, user_id, issuer, subject) VALUES ('idn_squatter', $1, $2, 'squatter')",
      [userId, issuer],
    );
    await mailPasswordReset(services(), email, FROM);
    await resetPassword(services(), { code: await lastCode(email), password: NEW }, FROM);
    const [user] = await service.sql("SELECT email_confirmed_at FROM users WHERE id = $1", [userId]);
    expect(user?.email_confirmed_at).not.toBeNull();
    expect(await service.sql("SELECT 1 FROM identities WHERE user_id = $1", [userId])).toEqual([]);
  });
});

describe("changing the password", () => {
  it("needs the old one and leaves this session alone", async () => {
    const { email, userId } = await person();
    const [mine, other] = [await service.sessionCookie(userId), await service.sessionCookie(userId)];
    const page = await browserCaller(service, { cookie: mine });
    await expect(page.account.changePassword({ old: "falsch", password: NEW })).rejects.toMatchObject({
      cause: { code: "validation_error", extra: { issues: [{ path: "old" }] } },
    });
    expect(await page.account.changePassword({ old: OLD, password: NEW })).toMatchObject({ ended: 1 });
    expect([await works(mine), await works(other)]).toEqual([true, false]);
    expect(await enters(email, NEW)).toBe(true);
  });

  it("is not for a person who has none", async () => {
    const userId = await service.person({});
    const who = { userId, sessionId: null };
    await expect(changePassword(services(), who, { old: "", password: NEW }, FROM)).rejects.toMatchObject({
      code: "conflict",
    });
  });
});

describe("changing the e-mail address", () => {
  const change = async (userId: string, email: string, password: string | undefined = OLD) =>
    changeEmail(services(), { userId, sessionId: null }, { email, password }, FROM);

  it("happens when the link mailed to the new address is opened, and is told to the old one", async () => {
    const { email, userId } = await person();
    const newAddress = newEmail();
    await expect(change(userId, newAddress, "falsch")).rejects.toMatchObject({ code: "validation_error" });
    await change(userId, newAddress.toUpperCase());
    expect(await enters(email, OLD)).toBe(true);
    const code = await lastCode(newAddress);
    expect(await confirm(code, userId)).toMatchObject({ userId, email: newAddress });
    expect(await confirm(code, userId)).toMatchObject({ userId, email: newAddress });
    expect([await enters(email, OLD), await enters(newAddress, OLD)]).toEqual([false, true]);
    expect((await mailsTo(email)).map(({ subject }) => subject)).toEqual(["Your e-mail address was changed"]);
  });

  it("does not take an address that is somebody's, and does not say whose", async () => {
    const [anna, ben] = [await person(), await person()];
    expect(await change(anna.userId, ben.email)).toEqual({ sent: true, link: null });
    expect((await mailsTo(ben.email)).at(-1)?.text).not.toContain("code=");
    const newAddress = newEmail();
    await change(anna.userId, newAddress);
    await service.person({ email: newAddress });
    await expect(confirm(await lastCode(newAddress), anna.userId)).rejects.toMatchObject({
      extra: { issues: [{ code: "taken" }] },
    });
    expect(await enters(anna.email, OLD)).toBe(true);
  });

  it("ends links that were mailed to the old address", async () => {
    const { email, userId } = await person();
    await mailPasswordReset(services(), email, FROM);
    const reset = await lastCode(email);
    const newAddress = newEmail();
    await change(userId, newAddress);
    await confirm(await lastCode(newAddress), userId);
    await expect(resetPassword(services(), { code: reset, password: NEW }, FROM)).rejects.toMatchObject(
      stale,
    );
  });

  it("mails five links an hour at most, whichever addresses are typed", async () => {
    const { userId } = await person();
    for (let n = 0; n < 5; n += 1) await change(userId, newEmail());
    const stranger = newEmail();
    await expect(change(userId, stranger)).rejects.toMatchObject({ code: "rate_limited" });
    expect(await mailsTo(stranger)).toEqual([]);
  });

  it("needs a sign-in of the last ten minutes for a person without a password", async () => {
    const userId = await service.person({});
    const page = await browserCaller(service, { userId });
    service.clock.advance(10 * MINUTE_MS + 1);
    await expect(page.account.changeEmail({ email: newEmail() })).rejects.toMatchObject({
      cause: { code: "conflict" },
    });
    const fresh = await browserCaller(service, { userId });
    expect(await fresh.account.changeEmail({ email: newEmail() })).toMatchObject({ sent: true });
  });
});
