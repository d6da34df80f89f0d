import { beforeEach, describe, expect, it } from "vitest";
import { signIn } from "@/server/auth/sign-in";
import { listAccountEvents, verifyAccountEvents } from "@/server/db/accounts/events";
import { MINUTE_MS } from "@/server/domain/durations";
import { browserCaller } from "@/server/testing/browser-caller";
import { duringTests } from "@/server/testing/during-tests";
import { mailedCode, mailsOf, processMailRequests, UNREACHABLE_MAIL_SERVER } from "@/server/testing/mails";
import { startTestService, type TestService } from "@/server/testing/service";
import { createUser } from "../accounts/create-user";
import { resetLinkFor } from "../accounts/password";
import { signInByIdentity } from "../identities/identities";
import { connectStore } from "../integrations/connect";
import { invite } from "../invitations/invite";
import { checkNow } from "../offers/check-now";
import { putOffers } from "../offers/put";
import { memberContext } from "../operator-context";
import type { Settings } from "../settings";
import { signUp } from "./sign-up";

const service = duringTests(startTestService);
let people = 0;
beforeEach(() => service.clock.advance(MINUTE_MS));

const FROM = { requestId: "req_1", ip: "192.0.2.1" };
const PASSWORD = "korrekt pferd";
const OWN = "ganz anderes pferd";
const newEmail = () => `newcomer${(people += 1)}@example.test`;
const set = (settings: Partial<Settings>): TestService => ({
  ...service,
  services: { ...service.services, settings: { ...service.services.settings, ...settings } },
});
const mailing = () => set({ smtpUrl: UNREACHABLE_MAIL_SERVER });
const enters = (email: string, password: string) =>
  signIn(service.services, service.rateLimiter, { email, password, ip: null }).then(
    () => true,
    () => false,
  );
const outcome = (call: Promise<unknown>) =>
  call.then(
    (value) => ({ value }),
    (error: { cause?: { code: string; message: string }; code?: string; message: string }) => ({
      code: error.cause?.code ?? error.code,
      message: error.cause?.message ?? error.message,
    }),
  );

describe("signing up with a mail server", () => {
  it("answers alike for new, unconfirmed and taken addresses, and tells each by mail alone", async () => {
    const [fresh, waiting, taken] = [newEmail(), newEmail(), newEmail()];
    await service.person({ email: waiting, confirmed: false });
    await service.person({ email: taken });
    const visitor = await browserCaller(mailing(), { ip: "192.0.2.30" });
    const responses = [];
    for (const email of [fresh, waiting, taken])
      responses.push(await outcome(visitor.account.signUp({ email, password: PASSWORD })));
    const alike = { value: { ok: true, workspace_id: null, confirm_link: null } };
    expect(responses).toEqual([alike, alike, alike]);
    const subject = async (email: string) => (await mailsOf(service, email)).map((mail) => mail.subject);
    await processMailRequests(mailing());
    const confirm = "Confirm your e-mail address";
    expect(await subject(fresh)).toEqual([confirm]);
    expect(await subject(waiting)).toEqual([confirm]);
    expect(await subject(taken)).toEqual(["You have a Pricecheck account already"]);
    // A sign-in attempt does not reveal to the requester whether the address has an account.
    expect(await Promise.all([fresh, waiting, taken].map((email) => enters(email, PASSWORD)))).toEqual([
      false,
      false,
      false,
    ]);
  });

  it("goes on from the mail: its reader chooses the password, and is in", async () => {
    const email = newEmail();
    const visitor = await browserCaller(mailing(), { ip: "192.0.2.31" });
    await visitor.account.signUp({ email, name: "Anna" });
    await processMailRequests(mailing());
    const code = await mailedCode(service, email);
    expect(await outcome(visitor.account.confirm({ code }))).toMatchObject({ code: "validation_error" });
    expect(await outcome(visitor.account.confirm({ code, password: "pricecheck1" }))).toMatchObject({
      code: "validation_error",
    });
    expect(await visitor.account.confirm({ code, password: OWN })).toEqual({
      ok: true,
      email,
      password_set: true,
    });
    expect(await enters(email, OWN)).toBe(true);
    const [stored] = await service.sql<{ n: number }>(
      "SELECT count(*)::int AS n FROM mails m WHERE m::text LIKE '%' || $1 || '%'",
      [code],
    );
    expect(stored?.n).toBe(0);
  });
});

describe("whoever signed up with another's address", () => {
  it("keeps neither password nor session nor identity once its owner has opened the link", async () => {
    const email = newEmail();
    const { userId, link } = await signUp(service.services, { email, password: PASSWORD }, FROM);
    const cookie = await service.sessionCookie(userId);
    await service.sql(
      "INSERT INTO identities (id, user_id, issuer, subject) VALUES ($1, $2, 'https://issuer.example', $1)",
      [`idn_${userId}`, userId],
    );
    const code = /code=([\w-]+)/.exec(link ?? "")?.[1] ?? "";
    const owner = await browserCaller(service, { ip: "192.0.2.32" });
    expect(await outcome(owner.account.confirm({ code }))).toMatchObject({ code: "validation_error" });
    expect(await enters(email, PASSWORD)).toBe(true);
    await owner.account.confirm({ code, password: OWN });
    expect([await enters(email, PASSWORD), await enters(email, OWN)]).toEqual([false, true]);
    const stranger = await browserCaller(service, { cookie });
    expect(await outcome(stranger.account.me())).toMatchObject({ code: "unauthorized" });
    expect(await service.sql("SELECT 1 FROM identities WHERE user_id = $1", [userId])).toEqual([]);
  });

  it("cannot have a change to another's address confirmed by its owner", async () => {
    const userId = await service.person({ email: newEmail() });
    const victim = newEmail();
    const stranger = await browserCaller(mailing(), { userId });
    await stranger.account.changeEmail({ email: victim });
    const code = await mailedCode(service, victim);
    const owner = await browserCaller(service, { ip: "192.0.2.33" });
    expect(await outcome(owner.account.confirm({ code }))).toMatchObject({ code: "conflict" });
    expect(await service.sql("SELECT 1 FROM users WHERE email = $1", [victim])).toEqual([]);
    await stranger.account.confirm({ code });
    expect(await service.sql("SELECT 1 FROM users WHERE email = $1", [victim])).toHaveLength(1);
  });
});

describe("who may make an account", () => {
  const claims = (email: string) => ({
    issuer: "https://issuer.example",
    subject: email,
    email,
    emailVerified: true,
    name: null,
  });

  it.each([
    ["by invitation", { signUp: "invited" }, /invitation/],
    ["closed", { signUp: "closed" }, /No accounts/],
    ["open to others without a mail server", { signUp: "open", loopbackOnly: false }, /no mail server/],
  ] as const)("is nobody on their own where sign-up is %s", async (_what, settings, pattern) => {
    const visitor = await browserCaller(set(settings), { ip: `192.0.2.${40 + (people += 1)}` });
    const result = await outcome(visitor.account.signUp({ email: newEmail(), password: PASSWORD }));
    expect(result).toMatchObject({ code: "conflict", message: expect.stringMatching(pattern) as string });
  });

  it("is whoever was invited, by password or by the identity provider, unless it is closed", async () => {
    const { id, userId } = await service.workspace({ plan: "pro" });
    const context = await memberContext(service.services, id, `${userId}@example.test`);
    const [byPassword, byIssuer, stranger] = [newEmail(), newEmail(), newEmail()];
    const { link } = await invite(context, { email: byPassword, role: "viewer" });
    await invite(context, { email: byIssuer, role: "viewer" });
    const code = /code=([\w-]+)/.exec(link ?? "")?.[1] ?? "";
    const accept = async (settings: Partial<Settings>) => {
      const visitor = await browserCaller(set(settings), { ip: "192.0.2.60" });
      return outcome(visitor.account.acceptInvitation({ code, password: PASSWORD }));
    };
    const come = (settings: Partial<Settings>, email: string, emailVerified = true) =>
      signInByIdentity(set(settings).services, { ...claims(email), emailVerified }, null, FROM);
    const refused = { outcome: "refused", reason: "SignUpClosed" };
    expect(await accept({ signUp: "closed" })).toMatchObject({ code: "conflict" });
    expect(await come({ signUp: "closed" }, byIssuer)).toEqual(refused);
    expect(await come({ signUp: "invited" }, stranger)).toEqual(refused);
    expect(await come({ signUp: "invited" }, byIssuer, false)).toEqual(refused);
    expect(await come({ signUp: "invited" }, byIssuer)).toEqual({ outcome: "signed_in" });
    expect(await accept({ signUp: "invited" })).toMatchObject({ value: { email: byPassword } });
  });
});

it("asks no address for people who have not confirmed theirs, whatever is there", async () => {
  const email = newEmail();
  const { workspaceId } = await signUp(service.services, { email, password: PASSWORD }, FROM);
  const before = service.logged.length;
  const closed = set({ allowPrivateStores: false, allowPrivatePages: false, storeTimeoutMs: 200 });
  const context = await memberContext(closed.services, workspaceId, email);
  const addresses = [
    "http://10.0.0.1/api",
    service.url,
    "http://127.0.0.1:9/",
    "http://nowhere.invalid/",
    "x",
  ];
  const responses = new Set<string>();
  for (const url of addresses) {
    const shop = { kind: "vendure", url, credentials: { apiKey: "k" } } as const;
    responses.add(JSON.stringify(await outcome(connectStore(context, shop))));
  }
  expect([...responses]).toEqual([expect.stringContaining("email_not_confirmed")]);
  expect(await outcome(putOffers(context, []))).toMatchObject({ code: "email_not_confirmed" });
  const itemId = await service.make.item(workspaceId);
  const offer = await service.make.offer(workspaceId, { item_id: itemId });
  expect(await outcome(checkNow(context, offer))).toMatchObject({ code: "email_not_confirmed" });
  expect(await service.sql("SELECT 1 FROM alerts WHERE workspace_id = $1", [workspaceId])).toEqual([]);
  expect(service.logged).toHaveLength(before);
});

it("refuses easily guessed passwords of newcomers, on the command line too", async () => {
  for (const password of ["password1", "Pricecheck2026!", "newcomer99"]) {
    const email = newEmail();
    const person = { email, password: password.replace("newcomer99", `${email.split("@")[0] ?? ""}!`) };
    for (const call of [
      signUp(service.services, person, FROM),
      createUser(service.services, { ...person, confirmed: true }),
    ])
      expect(await outcome(call)).toMatchObject({ code: "validation_error" });
  }
});

it("makes a link for a new password on the command line, kept as a hash alone, good once", async () => {
  const email = newEmail();
  const { id } = await createUser(service.services, { email, password: PASSWORD, confirmed: true });
  const visitor = await browserCaller(service, { ip: "192.0.2.61" });
  expect(await outcome(visitor.account.requestReset({ email }))).toMatchObject({ code: "conflict" });
  const { link } = await resetLinkFor(service.services, email);
  const code = /reset\?code=([\w-]+)$/.exec(link)?.[1] ?? "";
  expect(await mailsOf(service, email)).toEqual([]);
  expect(await outcome(visitor.account.resetPassword({ code, password: "pricecheck99" }))).toMatchObject({
    code: "validation_error",
  });
  await visitor.account.resetPassword({ code, password: OWN });
  expect(await enters(email, OWN)).toBe(true);
  expect(await outcome(visitor.account.resetPassword({ code, password: PASSWORD }))).toMatchObject({
    code: "validation_error",
  });
  expect((await listAccountEvents(service.db, id)).map(({ action, via }) => `${via} ${action}`)).toEqual([
    "web password.set",
    "command password.reset_asked",
    "command account.create",
  ]);
});

describe("the log of an account", () => {
  it("tells its person what happened, in order, from which network, and of nobody else's account", async () => {
    const email = newEmail();
    const { userId, link } = await signUp(service.services, { email, password: PASSWORD }, FROM);
    const cookie = await service.sessionCookie(userId);
    const page = await browserCaller(service, { cookie, ip: "192.0.2.7" });
    await page.account.confirm({ code: /code=([\w-]+)/.exec(link ?? "")?.[1] ?? "" });
    await page.account.changePassword({ old: PASSWORD, password: OWN });
    const newAddress = newEmail();
    const result = await page.account.changeEmail({ email: newAddress, password: OWN });
    await page.account.confirm({ code: /code=([\w-]+)/.exec(result.link ?? "")?.[1] ?? "" });
    await service.sessionCookie(userId);
    await page.account.endOtherSessions();
    const { data } = await page.account.events();
    expect(data.map(({ action }) => action)).toEqual([
      "session.end",
      "session.begin",
      "address.change",
      "address.change_asked",
      "password.change",
      "address.confirm",
      "session.begin",
      "account.create",
    ]);
    expect(new Set(data.map(({ network }) => network))).toEqual(new Set(["192.0.2.0/24"]));
    expect(data[2]).toMatchObject({ before: { email }, after: { email: newAddress } });
    const other = await browserCaller(service, { userId: await service.person({}) });
    expect((await other.account.events()).data.map(({ action }) => action)).toEqual(["session.begin"]);
    expect(await verifyAccountEvents(service.db, userId)).toMatchObject({ ok: true, events: 8 });
  });

  it("is a chain that shows where it was altered, and cannot be altered by the service", async () => {
    const email = newEmail();
    const { userId } = await signUp(service.services, { email, password: PASSWORD }, FROM);
    await Promise.all([1, 2, 3].map(() => service.sessionCookie(userId)));
    expect(await verifyAccountEvents(service.db, userId)).toMatchObject({ ok: true, events: 4 });
    await expect(
      service.db.prisma.$executeRaw`UPDATE account_events SET action = 'x' WHERE user_id = ${userId}`,
    ).rejects.toThrow();
    await service.sql("ALTER TABLE account_events DISABLE TRIGGER account_events_append_only");
    await service.sql("UPDATE account_events SET network = null WHERE user_id = $1 AND seq = 3", [userId]);
    await service.sql("ALTER TABLE account_events ENABLE TRIGGER account_events_append_only");
    expect(await verifyAccountEvents(service.db, userId)).toMatchObject({
      ok: false,
      seq: "3",
      fault: "edited",
    });
  });
});
