import { promisify } from "node:util";
import { gzip } from "node:zlib";

const gzipped = promisify(gzip);

/** Shorter bodies fit into a packet or two; compressing them would cost more than it saves. */
const FROM_BYTES = 2_048;
/** The fastest level: JSON shrinks to a sixth by it, and by little more with the others. */
const LEVEL = 1;

/** A body as it is sent, with the headers that say how. */
export interface EncodedBody {
  readonly headers: Readonly<Record<string, string>>;
  readonly bytes: Buffer;
}

const isJson = (type: string | undefined): boolean => type?.startsWith("application/json") ?? false;

/** Whether the client accepts gzip: it is named, and not with a quality of zero. */
function acceptsGzip(acceptEncoding: string | undefined): boolean {
  for (const part of (acceptEncoding ?? "").split(",")) {
    const [coding = "", ...parameters] = part.split(";").map((each) => each.trim().toLowerCase());
    if (coding === "gzip") return !parameters.some((each) => /^q=0(\.0*)?$/.test(each));
  }
  return false;
}

/** Encodes a complete body: a long one in JSON with gzip where the client accepts it, outside the event loop. */
export async function encodeBody(
  body: string,
  headers: Readonly<Record<string, string>>,
  acceptEncoding: string | undefined,
): Promise<EncodedBody> {
  const plain = Buffer.from(body);
  if (!isJson(headers["content-type"]) || plain.length < FROM_BYTES) return { headers, bytes: plain };
  const varied = {
    ...headers,
    vary: headers["vary"] ? `${headers["vary"]}, accept-encoding` : "accept-encoding",
  };
  if (!acceptsGzip(acceptEncoding)) return { headers: varied, bytes: plain };
  return {
    headers: { ...varied, "content-encoding": "gzip" },
    bytes: await gzipped(plain, { level: LEVEL }),
  };
}
