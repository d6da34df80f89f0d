import { generateKeyPairSync, randomBytes } from "node:crypto";
import { z } from "zod";
import { signingKey } from "@/server/db/oauth/keys";
import type { Services } from "@/server/usecases/services";

const text = z.string();
const SigningKey = z.object({
  kty: z.literal("EC"),
  crv: text,
  x: text,
  y: text,
  d: text,
  kid: text,
  use: z.literal("sig"),
  alg: z.literal("ES256"),
});

/** The provider requires a key, although opaque tokens are not signed. */
function makeKey(): string {
  const { privateKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const kid = randomBytes(8).toString("hex");
  return JSON.stringify({ ...privateKey.export({ format: "jwk" }), kid, use: "sig", alg: "ES256" });
}

/** Returns the installation's signing key as a JWK; it is created once and stored encrypted. */
export async function installationKey({ db, settings }: Services): Promise<z.output<typeof SigningKey>> {
  return SigningKey.parse(JSON.parse(await signingKey(db, settings.encryptionKey, makeKey)));
}
