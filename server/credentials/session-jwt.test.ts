import { createHmac, generateKeyPairSync } from "node:crypto";
import { SignJWT, UnsecuredJWT } from "jose";
import { describe, expect, it } from "vitest";
import { mintSessionJwt, type SessionIssuer, verifySessionJwt } from "./session-jwt";

const ISSUER: SessionIssuer = {
  authSecret: "a secret of the tests, long enough to sign",
  publicUrl: "https://pricecheck.example",
};
const NOW = Date.parse("2026-11-02T09:30:00.000Z");
const ANNA = { userId: "usr_anna", epoch: 3, sessionId: "ses_anna" };

const read = (jwt: string, at = NOW) => verifySessionJwt(ISSUER, jwt, at);
const minted = async (issuer = ISSUER, at = NOW) => (await mintSessionJwt(issuer, ANNA, at)).jwt;

/** Builds a bearer with changed parts, signed with the right or another key. */
async function forged(change: { header?: object; payload?: object; signature?: string }): Promise<string> {
  const [header = "", payload = "", signature = ""] = (await minted()).split(".");
  const part = (text: string, over: object | undefined) =>
    over ? Buffer.from(JSON.stringify({ ...decoded(text), ...over })).toString("base64url") : text;
  return [part(header, change.header), part(payload, change.payload), change.signature ?? signature].join(
    ".",
  );
}
const decoded = (text: string): object => JSON.parse(Buffer.from(text, "base64url").toString()) as object;

describe("a session's bearer", () => {
  it("carries its person for 15 minutes and not a second longer", async () => {
    const { jwt, expiresAt } = await mintSessionJwt(ISSUER, ANNA, NOW);
    expect(expiresAt).toBe("2026-11-02T09:45:00.000Z");
    expect(await read(jwt)).toEqual(ANNA);
    expect(await read(jwt, NOW + 899_000)).toEqual(ANNA);
    expect(await read(jwt, NOW + 900_000)).toBeNull();
  });

  it.each<[string, () => string | Promise<string>]>([
    [
      "unsigned",
      () =>
        new UnsecuredJWT({ epoch: 3, sid: "ses_anna" })
          .setSubject("usr_anna")
          .setIssuer(ISSUER.publicUrl)
          .setAudience("pricecheck-api")
          .setIssuedAt(NOW / 1000)
          .setExpirationTime(NOW / 1000 + 60)
          .encode(),
    ],
    ["with alg none in its header", () => forged({ header: { alg: "none" }, signature: "" })],
    ["with another algorithm in its header", () => forged({ header: { alg: "HS512" } })],
    ["for another person", () => forged({ payload: { sub: "usr_ben" } })],
    ["for another session", () => forged({ payload: { sid: "ses_ben" } })],
    ["of another type", () => forged({ header: { typ: "at+jwt" } })],
    ["for another epoch", () => forged({ payload: { epoch: 4 } })],
    ["prolonged", () => forged({ payload: { exp: NOW / 1000 + 86_400 } })],
    ["without a signature", () => forged({ signature: "" })],
    [
      "signed by another installation",
      () => minted({ ...ISSUER, authSecret: "a secret of someone else, long enough" }),
    ],
    ["of another address", () => minted({ ...ISSUER, publicUrl: "https://other.example" })],
    [
      "signed with the plain secret",
      async () => {
        const body = (await minted()).split(".").slice(0, 2).join(".");
        return `${body}.${createHmac("sha256", ISSUER.authSecret).update(body).digest("base64url")}`;
      },
    ],
    [
      "signed with a key pair",
      () =>
        new SignJWT({ epoch: 3, sid: "ses_anna" })
          .setProtectedHeader({ alg: "RS256" })
          .setSubject("usr_anna")
          .setIssuer(ISSUER.publicUrl)
          .setAudience("pricecheck-api")
          .setIssuedAt(NOW / 1000)
          .setExpirationTime(NOW / 1000 + 60)
          .sign(generateKeyPairSync("rsa", { modulusLength: 2048 }).privateKey),
    ],
    ["issued in the future", () => minted(ISSUER, NOW + 600_000)],
    ["of no form", () => "not.a.jwt"],
    ["empty", () => ""],
    ["megabytes long", async () => `${await minted()}${"A".repeat(3_000_000)}`],
  ])("is refused when it is %s", async (_, make) => {
    expect(await read(await make())).toBeNull();
  });
});
