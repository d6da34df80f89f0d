import { randomBytes, timingSafeEqual } from "node:crypto";
import type { Provider } from "oidc-provider";
import { hashToken, mintToken } from "@/server/credentials/token";

/** Makes the provider issue tokens with the product's prefixes, and compare an application's secret by its hash. */
export function setSecretFormat(provider: Provider): void {
  const idGenerator = (kind: "access" | "refresh") => ({
    value(this: object): string {
      Object.assign(this, { format: "opaque" });
      return mintToken(randomBytes(32), kind);
    },
  });
  Object.defineProperty(provider.AccessToken.prototype, "generateTokenId", idGenerator("access"));
  Object.defineProperty(provider.RefreshToken.prototype, "generateTokenId", idGenerator("refresh"));
  provider.Client.prototype.compareClientSecret = function (actual) {
    const expectedHash = Buffer.from(this.clientSecret ?? "", "hex");
    const actualHash = hashToken(actual);
    return expectedHash.length === actualHash.length && timingSafeEqual(expectedHash, actualHash);
  };
}
