import { createHmac, hkdfSync, randomUUID } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import {
  decodeJwt,
  exportJWK,
  exportSPKI,
  generateKeyPair,
  type JWTPayload,
  SignJWT,
  UnsecuredJWT,
} from "jose";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { type IssuerPeer, startIssuer } from "@/server/testing/issuer/peer";
import { tokensOf, visitIssuer } from "@/server/testing/issuer/visit";
import { mailedCode, UNREACHABLE_MAIL_SERVER } from "@/server/testing/mails";
import { type SignInSite, type SiteBrowser, startSignInSite } from "@/server/testing/sign-in-site";
import { hashPassword } from "../credentials/password";
import { verifyIssuerJwt } from "./issuer-jwt";

const PASSWORD = "korrekt pferd";
const COOL_DOWN_MS = 5_000;

let peer: IssuerPeer;
let site: SignInSite;
let passwordHash: string;
let redirectUri: string;
let people = 0;

beforeAll(async () => {
  passwordHash = await hashPassword(PASSWORD);
  site = await startSignInSite(async (url) => {
    redirectUri = `${url}/api/auth/callback/issuer`;
    peer = await startIssuer({ redirectUris: [redirectUri] });
    const { issuer, clientId, clientSecret } = peer;
    const common = { name: "Test issuer", issuer, idTokenAlgorithm: "RS256" };
    return {
      smtpUrl: UNREACHABLE_MAIL_SERVER,
      identityProvider: { ...common, clientId, clientSecret, audience: clientId },
    };
  });
});
afterAll(async () => {
  await site.close();
  await peer.stop();
});
// A new minute, and so a new rate limit window, for every test.
beforeEach(() => site.service.clock.set(Math.max(Date.now(), site.service.clock.now() + 60_000)));

const subjectOf = () => `subject-${(people += 1)}`;
const addressOf = () => `person${(people += 1)}@example.test`;

/** Signs in at the issuer and returns to the site; returns the location that the site redirects to. */
async function signInAtIssuer(browser: SiteBrowser, subject: string): Promise<string> {
  const begun = (await (await browser.post("/api/auth/signin/issuer", {})).json()) as { url: string };
  expect(begun.url).toContain("code_challenge_method=S256");
  const back = await visitIssuer(peer, begun.url, subject);
  const response = await browser.get(back);
  return new URL(response.headers.get("location") ?? "", site.url).href.slice(site.url.length);
}
const me = async (browser: SiteBrowser) => {
  const { status, data } = await browser.call("account.me", {}, "GET");
  return status === 200 ? (data as { email: string; email_confirmed: boolean; id: string }) : null;
};
const waiting = async (browser: SiteBrowser) =>
  (await browser.call("account.waitingLink", {}, "GET")).data as Record<string, unknown> | null;
const lastMail = (recipient: string) => mailedCode(site.service, recipient);

describe("signing in with the identity provider", () => {
  it("makes an account for a new address, confirmed only if the issuer says so, and knows it again", async () => {
    const [sure, unsure] = [subjectOf(), subjectOf()];
    const [sureEmail, unsureEmail] = [addressOf(), addressOf()];
    await peer.know({
      [sure]: { email: sureEmail, email_verified: true, name: "Sure" },
      [unsure]: { email: unsureEmail, email_verified: false },
    });
    const browser = site.browser();
    expect(await signInAtIssuer(browser, sure)).toBe("/");
    const first = await me(browser);
    expect(first).toMatchObject({ email: sureEmail, email_confirmed: true });
    const again = site.browser();
    await signInAtIssuer(again, sure);
    expect((await me(again))?.id).toBe(first?.id);
    const other = site.browser();
    await signInAtIssuer(other, unsure);
    expect(await me(other)).toMatchObject({ email: unsureEmail, email_confirmed: false });
    expect(await lastMail(unsureEmail)).not.toBe("");
  });

  it("never enters an account of the same address by itself, and links it after its password was typed", async () => {
    const [subject, email] = [subjectOf(), addressOf()];
    const userId = await site.service.person({ email, passwordHash });
    await peer.know({ [subject]: { email: email.toUpperCase(), email_verified: true } });
    const browser = site.browser();
    expect(await signInAtIssuer(browser, subject)).toBe("/link");
    expect(await me(browser)).toBeNull();
    expect(await waiting(browser)).toMatchObject({ email, email_verified: true, signed_in_as: null });
    expect((await browser.call("account.linkByPassword", { password: "falsch" })).status).toBe(422);
    expect((await site.browser().call("account.linkByPassword", { password: PASSWORD })).status).toBe(409);
    expect((await browser.call("account.linkByPassword", { password: PASSWORD })).status).toBe(200);
    expect(await signInAtIssuer(browser, subject)).toBe("/");
    expect((await me(browser))?.id).toBe(userId);
    expect((await browser.call("account.linkByPassword", { password: PASSWORD })).status).toBe(409);
  });

  it("links an account by a mailed link, in the same browser, once", async () => {
    const [subject, email] = [subjectOf(), addressOf()];
    const userId = await site.service.person({ email });
    await peer.know({ [subject]: { email, email_verified: true } });
    const browser = site.browser();
    await signInAtIssuer(browser, subject);
    expect((await browser.call("account.mailLinkProof", {})).status).toBe(200);
    const code = await lastMail(email);
    const stranger = site.browser();
    await signInAtIssuer(stranger, subject);
    expect((await stranger.call("account.linkByCode", { code })).status).toBe(422);
    expect((await browser.call("account.linkByCode", { code })).status).toBe(200);
    expect((await browser.call("account.linkByCode", { code })).status).toBe(409);
    await signInAtIssuer(browser, subject);
    expect((await me(browser))?.id).toBe(userId);
  });

  it("closes what a squatter set up when the owner of an unconfirmed address proves it", async () => {
    const [subject, email] = [subjectOf(), addressOf()];
    await site.service.person({ email, passwordHash, confirmed: false });
    const squatter = site.browser();
    await squatter.signIn(email, PASSWORD);
    expect(await me(squatter)).not.toBeNull();
    await peer.know({ [subject]: { email, email_verified: true } });
    const owner = site.browser();
    await signInAtIssuer(owner, subject);
    await owner.call("account.mailLinkProof", {});
    expect((await owner.call("account.linkByCode", { code: await lastMail(email) })).status).toBe(200);
    expect(await me(squatter)).toBeNull();
    expect((await squatter.signIn(email, PASSWORD)).status).toBe(401);
    await signInAtIssuer(owner, subject);
    expect(await me(owner)).toMatchObject({ email, email_confirmed: true });
  });

  it("links nothing to an account whose address nobody has confirmed", async () => {
    const [subject, email] = [subjectOf(), addressOf()];
    await site.service.person({ email, passwordHash, confirmed: false });
    const squatter = site.browser();
    await squatter.signIn(email, PASSWORD);
    await peer.know({ [subject]: { email: addressOf(), email_verified: true } });
    await signInAtIssuer(squatter, subject);
    expect((await squatter.call("account.linkHere", {})).status).toBe(402);
  });

  it("neither links nor takes over by an address the issuer does not vouch for", async () => {
    const [subject, email] = [subjectOf(), addressOf()];
    const userId = await site.service.person({ email, passwordHash });
    await peer.know({ [subject]: { email, email_verified: false } });
    const browser = site.browser();
    expect(await signInAtIssuer(browser, subject)).toBe("/link");
    expect((await browser.call("account.linkByPassword", { password: PASSWORD })).status).toBe(409);
    expect((await browser.call("account.mailLinkProof", {})).status).toBe(409);
    expect(await lastMail(email)).toBe("");
    // In a browser that is signed in to the account, the person may link an identity with any address.
    await browser.signIn(email, PASSWORD);
    expect((await browser.call("account.linkHere", {})).status).toBe(200);
    const again = site.browser();
    await signInAtIssuer(again, subject);
    expect((await me(again))?.id).toBe(userId);
  });

  it("links for a signed-in person only what is nobody else's, and takes it off unless it is the only way in", async () => {
    const [subject, email] = [subjectOf(), addressOf()];
    await peer.know({ [subject]: { email, email_verified: true } });
    const owner = site.browser();
    await signInAtIssuer(owner, subject);
    const other = addressOf();
    await site.service.person({ email: other, passwordHash });
    const browser = site.browser();
    await browser.signIn(other, PASSWORD);
    expect(await signInAtIssuer(browser, subject)).toBe("/sign-in?error=IdentityOfAnother");
    expect((await me(browser))?.email).toBe(other);
    const { identities } = (await owner.call("account.profile", {}, "GET")).data as {
      identities: { id: string }[];
    };
    const id = identities[0]?.id;
    expect((await owner.call("account.unlink", { id })).status).toBe(409);
    expect((await browser.call("account.unlink", { id })).data).toMatchObject({ unlinked: false });
    await site.service.sql("UPDATE users SET password_hash = $1 WHERE email = $2", [passwordHash, email]);
    expect((await owner.call("account.unlink", { id })).data).toMatchObject({ unlinked: true });
    expect(await signInAtIssuer(site.browser(), subject)).toBe("/link");
  });

  it("is refused without the browser's own state, and when the issuer says no", async () => {
    const subject = subjectOf();
    await peer.know({ [subject]: { email: addressOf(), email_verified: true } });
    const begun = (await (await site.browser().post("/api/auth/signin/issuer", {})).json()) as {
      url: string;
    };
    const back = await visitIssuer(peer, begun.url, subject);
    const victim = site.browser();
    expect((await victim.get(back)).headers.get("location")).toContain("error=OAuthCallback");
    expect(await me(victim)).toBeNull();
    await peer.know({ [subject]: {} });
    expect(await signInAtIssuer(site.browser(), subject)).toBe("/sign-in?error=NoAddress");
    await peer.silence(true);
    const down = (await (await victim.post("/api/auth/signin/issuer", {})).json()) as { url: string };
    await peer.silence(false);
    expect(down.url).toContain("error=OAuthSignin");
  });
});

describe("a bearer of the identity provider on /api/v1", () => {
  let subject: string;
  let userId: string;
  const own = () => ({ clientId: peer.clientId, redirectUri });
  const status = async (token: string) =>
    (await site.service.call("GET", "/workspace/status", { token })).status;
  /** Signs the issuer's usual claims with the given changes, by default with the issuer's own key. */
  const forge = (
    claims: JWTPayload = {},
    header: Record<string, unknown> = {},
    key: Parameters<SignJWT["sign"]>[0] = peer.key().privateKey,
  ) => {
    const now = Math.floor(site.service.clock.now() / 1_000);
    const usual = { iss: peer.issuer, sub: subject, aud: peer.clientId, iat: now, exp: now + 300 };
    return new SignJWT({ ...usual, ...claims })
      .setProtectedHeader({ alg: "RS256", kid: peer.key().kid, ...header })
      .sign(key, { crit: { unheard: true } });
  };

  beforeAll(async () => {
    subject = subjectOf();
    await peer.know({ [subject]: { email: addressOf(), email_verified: true } });
    const browser = site.browser();
    await signInAtIssuer(browser, subject);
    userId = (await me(browser))?.id ?? "";
  });

  it("stands for the linked person, in the workspace x-workspace-id names", async () => {
    const { id_token: token } = await tokensOf(peer, subject, own());
    expect(await status(token)).toBe(200);
    const other = await site.service.workspace();
    const headers = { "x-workspace-id": other.id };
    expect((await site.service.call("GET", "/workspace/status", { token, headers })).json?.error).toBe(
      "workspace_forbidden",
    );
  });

  it("is accepted for an API where the installation names that API, and nowhere else", async () => {
    const { access_token: token } = await tokensOf(peer, subject, own());
    const { identityProvider } = site.service.services.settings;
    if (!identityProvider) throw new Error("there is no identity provider");
    const forApi = { ...identityProvider, audience: peer.audience };
    const now = site.service.clock.now();
    expect(await verifyIssuerJwt(forApi, token, now)).toMatchObject({ subject });
    expect(await verifyIssuerJwt(identityProvider, token, now)).toBeNull();
    expect(await status(token)).toBe(401);
  });

  it.each<[string, () => Promise<string> | string]>([
    [
      "unsigned",
      () =>
        new UnsecuredJWT({ iss: peer.issuer, sub: subject, aud: peer.clientId })
          .setIssuedAt()
          .setExpirationTime("5m")
          .encode(),
    ],
    [
      "with alg none over a real payload",
      async () => {
        const [, payload = ""] = (await forge()).split(".");
        return `${Buffer.from('{"alg":"none"}').toString("base64url")}.${payload}.`;
      },
    ],
    [
      "signed with the public key as a shared secret",
      async () => {
        const [, payload = ""] = (await forge()).split(".");
        const head = Buffer.from(JSON.stringify({ alg: "HS256", kid: peer.key().kid })).toString("base64url");
        const spki = await exportSPKI(peer.key().publicKey);
        return `${head}.${payload}.${createHmac("sha256", spki).update(`${head}.${payload}`).digest("base64url")}`;
      },
    ],
    ["of another issuer", () => forge({ iss: "https://evil.example" })],
    ["of an issuer that begins like ours", () => forge({ iss: `${peer.issuer}/` })],
    ["without an issuer", () => forge({ iss: undefined })],
    ["for another audience", () => forge({ aud: "somebody-else" })],
    [
      "for several, asked for by another client",
      () => forge({ aud: [peer.clientId, "x"], azp: "somebody-else" }),
    ],
    ["for several, asked for by nobody", () => forge({ aud: [peer.clientId, "x"] })],
    ["without an audience", () => forge({ aud: undefined })],
    [
      "an ID token of another client",
      async () => (await tokensOf(peer, subject, { clientId: peer.otherClientId, redirectUri })).id_token,
    ],
    ["expired", () => forge({ iat: 1_700_000_000, exp: 1_700_000_300 })],
    ["without an end", () => forge({ exp: undefined })],
    ["not valid yet", () => forge({ nbf: Math.floor(site.service.clock.now() / 1_000) + 120 })],
    ["issued in the future", () => forge({ iat: Math.floor(site.service.clock.now() / 1_000) + 120 })],
    ["issued long ago for years", () => forge({ iat: 1_700_000_000, exp: 4_000_000_000 })],
    ["without a time of issue", () => forge({ iat: undefined })],
    ["of an unknown key", () => forge({}, { kid: "nobody's" })],
    [
      "of an unknown key under a known name",
      async () => forge({}, {}, (await generateKeyPair("RS256")).privateKey),
    ],
    [
      "with a key of its own in the header",
      async () => {
        const { publicKey, privateKey } = await generateKeyPair("RS256", { extractable: true });
        return forge({}, { jwk: await exportJWK(publicKey) }, privateKey);
      },
    ],
    ["with its own key beside a good signature", async () => forge({}, { jwk: peer.key().publicJwk })],
    ["that says where its keys are", () => forge({}, { jku: `${site.url}/jwks` })],
    ["that says where its certificate is", () => forge({}, { x5u: `${site.url}/cert` })],
    ["of another type", () => forge({}, { typ: "logout+jwt" })],
    ["with a critical extension", () => forge({}, { crit: ["unheard"], unheard: true })],
    ["without a subject", () => forge({ sub: undefined })],
    ["with an empty subject", () => forge({ sub: "" })],
    ["of a subject that is linked to nobody", () => forge({ sub: randomUUID() })],
    [
      "with one letter changed",
      async () => {
        const jwt = await forge();
        return `${jwt.slice(0, -10)}${jwt.at(-10) === "A" ? "B" : "A"}${jwt.slice(-9)}`;
      },
    ],
    ["oversized", () => forge({ filler: "x".repeat(9_000) })],
    [
      "signed with our own key, of another type",
      async () => {
        const { authSecret } = site.service.services.settings;
        const claims = decodeJwt(await site.service.sessionJwt(userId));
        const key = new Uint8Array(hkdfSync("sha256", authSecret, "pricecheck", "session bearer", 32));
        const signed = (typ: string) =>
          new SignJWT(claims).setProtectedHeader({ alg: "HS256", typ }).sign(key);
        expect(await status(await signed("JWT"))).toBe(200);
        return signed("at+jwt");
      },
    ],
  ])("is refused with 401 when it is %s", async (_, make) => {
    const token = await make();
    const response = await site.service.call("GET", "/workspace/status", { token });
    expect([response.status, response.json?.error]).toEqual([401, "unauthorized"]);
    expect(await status(await forge())).toBe(200);
  });

  it("ends with signing out everywhere; one issued after that is good", async () => {
    const before = await forge();
    expect(await status(before)).toBe(200);
    const browser = site.browser();
    await signInAtIssuer(browser, subject);
    await browser.call("account.signOutEverywhere", {});
    expect(await status(before)).toBe(401);
    site.service.clock.advance(2_000);
    expect(await status(await forge())).toBe(200);
  });

  it("is accepted without a restart by a key the issuer changed to, and by the old one no more", async () => {
    const old = await forge();
    expect(await status(old)).toBe(200);
    await pause(COOL_DOWN_MS);
    await peer.rotate();
    expect(await status(await forge())).toBe(200);
    expect(await status(old)).toBe(401);
  });

  it("goes on by a known key while the issuer is down; an unknown key is 401, not 500", async () => {
    expect(await status(await forge())).toBe(200);
    await pause(COOL_DOWN_MS);
    await peer.silence(true);
    try {
      expect(await status(await forge({}, { kid: "nobody's" }))).toBe(401);
      expect(await status(await forge())).toBe(200);
    } finally {
      await peer.silence(false);
    }
    expect(site.service.logged.filter(({ level }) => level === "error")).toEqual([]);
  });
});
