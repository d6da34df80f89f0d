import type { Readable } from "node:stream";
import { createBrotliDecompress, createGunzip, createInflate } from "node:zlib";

/** A refused body: `too_large` beyond the limit, `coding` for a content coding that the request did not offer. */
export class BodyError extends Error {
  override readonly name = "BodyError";
  constructor(
    readonly reason: "too_large" | "coding",
    message: string,
  ) {
    super(message);
  }
}

/** The Accept-Encoding of requests. */
export const CONTENT_CODINGS = "gzip, deflate, br";

/**
 * Reads a body to its end and decodes it chunk by chunk, so that a small answer that decompresses to a large one is
 * aborted after `maxBytes` decoded bytes. Supports one content coding at most, since legitimate servers apply only
 * one.
 * @throws BodyError, and every error of the stream or the decoder
 */
export async function readDecoded(body: Readable, coding: string | null, maxBytes: number): Promise<Buffer> {
  const decoder = decoderOf(coding);
  const decoded = decoder === null ? body : pipeInto(body, decoder);
  const chunks: Buffer[] = [];
  let bytes = 0;
  try {
    for await (const chunk of decoded) {
      if (!Buffer.isBuffer(chunk)) throw new TypeError("The body is no stream of bytes.");
      bytes += chunk.byteLength;
      if (bytes > maxBytes) throw new BodyError("too_large", `The answer is larger than ${maxBytes} bytes.`);
      chunks.push(chunk);
    }
  } finally {
    decoder?.destroy();
    body.destroy();
  }
  return Buffer.concat(chunks);
}

type Decoder = ReturnType<typeof createGunzip> | ReturnType<typeof createBrotliDecompress>;

function decoderOf(coding: string | null): Decoder | null {
  switch (coding?.trim().toLowerCase() ?? "identity") {
    case "":
    case "identity":
      return null;
    case "gzip":
    case "x-gzip":
      return createGunzip();
    case "deflate":
      return createInflate();
    case "br":
      return createBrotliDecompress();
    default:
      throw new BodyError("coding", "The answer is in a content coding that was not asked for.");
  }
}

function pipeInto(body: Readable, decoder: Decoder): Decoder {
  body.once("error", (error) => decoder.destroy(error));
  return body.pipe(decoder);
}
