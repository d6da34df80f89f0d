import { generateKeyPairSync, randomBytes, sign } from "node:crypto";

type Der = Buffer;

const length = (n: number): Der =>
  n < 128 ? Buffer.of(n) : n < 256 ? Buffer.of(0x81, n) : Buffer.of(0x82, n >> 8, n & 255);
const node = (tag: number, ...parts: readonly Der[]): Der => {
  const content = Buffer.concat(parts);
  return Buffer.concat([Buffer.of(tag), length(content.length), content]);
};
const sequence = (...parts: readonly Der[]): Der => node(0x30, ...parts);
const ECDSA_WITH_SHA256 = sequence(node(0x06, Buffer.from("2a8648ce3d040302", "hex")));
const COMMON_NAME = node(0x06, Buffer.from("550403", "hex"));
const time = (text: string): Der => node(0x17, Buffer.from(text, "latin1"));

/**
 * Creates a self-signed certificate for https servers of tests; clients have to be configured to accept it.
 * @param host the name that it is issued to
 */
export function selfSigned(host = "a test"): { key: string; cert: string } {
  const { privateKey, publicKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const name = sequence(node(0x31, sequence(COMMON_NAME, node(0x0c, Buffer.from(host)))));
  const body = sequence(
    node(0x02, Buffer.concat([Buffer.of(1), randomBytes(8)])),
    ECDSA_WITH_SHA256,
    name,
    sequence(time("250101000000Z"), time("491231235959Z")),
    name,
    publicKey.export({ type: "spki", format: "der" }),
  );
  const signature = sign("sha256", body, privateKey);
  const der = sequence(body, ECDSA_WITH_SHA256, node(0x03, Buffer.of(0), signature));
  return {
    key: privateKey.export({ type: "pkcs8", format: "pem" }).toString(),
    cert: `-----BEGIN CERTIFICATE-----\n${der.toString("base64")}\n-----END CERTIFICATE-----\n`,
  };
}
