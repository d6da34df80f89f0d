import { randomBytes, timingSafeEqual } from "node:crypto";
import type { Provider } from "oidc-provider";
import { hashToken, mintToken } from "@/server/credentials/token";

/** Makes the provider issue tokens with the product's prefixes, and compare an application's secret by its hash. */
export function nameSecrets(provider: Provider): void {
  const named = (kind: "access" | "refresh") => ({
    value(this: object): string {
      Object.assign(this, { format: "opaque" });
      return mintToken(randomBytes(32), kind);
    },
  });
  Object.defineProperty(provider.AccessToken.prototype, "generateTokenId", named("access"));
  Object.defineProperty(provider.RefreshToken.prototype, "generateTokenId", named("refresh"));
  provider.Client.prototype.compareClientSecret = function (actual) {
    const kept = Buffer.from(this.clientSecret ?? "", "hex");
    const given = hashToken(actual);
    return kept.length === given.length && timingSafeEqual(kept, given);
  };
}
