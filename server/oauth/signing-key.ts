import { generateKeyPairSync, randomBytes } from "node:crypto";
import { z } from "zod";
import { signingKey } from "@/server/db/oauth/keys";
import type { Services } from "@/server/usecases/request-context";

const text = z.string();
const SigningKey = z.object({
  ...{ kty: z.literal("EC"), crv: text, x: text, y: text, d: text },
  ...{ kid: text, use: z.literal("sig"), alg: z.literal("ES256") },
});

/** Nothing is signed with it today, as tokens are opaque; the provider wants one to be there. */
function makeKey(): string {
  const { privateKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const kid = randomBytes(8).toString("hex");
  return JSON.stringify({ ...privateKey.export({ format: "jwk" }), kid, use: "sig", alg: "ES256" });
}

/** The installation's key as a JWK, made once and kept encrypted. */
export async function installationKey({ db, settings }: Services): Promise<z.output<typeof SigningKey>> {
  return SigningKey.parse(JSON.parse(await signingKey(db, settings.encryptionKey, makeKey)));
}
