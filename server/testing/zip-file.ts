import { Readable } from "node:stream";
import { crc32, createDeflateRaw } from "node:zlib";

/** What a part of an archive holds, in pieces where it is large. */
export type PartContent = string | Iterable<string>;

/** What the directory of an archive says of a part instead of the truth. */
export interface StatedPart {
  readonly size?: number;
  readonly checksum?: number;
}

const DEFLATED = 8;
const VERSION = 20;
const LOCAL = 0x04034b50;
const CENTRAL = 0x02014b50;
const END = 0x06054b50;

/** Packs parts into a ZIP archive, in their order. */
export async function zipOf(
  parts: Readonly<Record<string, PartContent>>,
  stated: Readonly<Record<string, StatedPart>> = {},
): Promise<Buffer> {
  const chunks: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const [name, content] of Object.entries(parts)) {
    const packed = await packedOf(content);
    const { size = packed.size, checksum = packed.checksum } = stated[name] ?? {};
    const fields = Buffer.alloc(26);
    fields.writeUInt16LE(VERSION, 0);
    fields.writeUInt16LE(DEFLATED, 4);
    fields.writeUInt32LE(checksum, 10);
    fields.writeUInt32LE(packed.bytes.length, 14);
    fields.writeUInt32LE(size, 18);
    fields.writeUInt16LE(Buffer.byteLength(name), 22);
    const place = Buffer.alloc(14);
    place.writeUInt32LE(offset, 10);
    directory.push(number(CENTRAL), Buffer.from([VERSION, 0]), fields, place, Buffer.from(name));
    const local = Buffer.concat([number(LOCAL), fields, Buffer.from(name), packed.bytes]);
    chunks.push(local);
    offset += local.length;
  }
  const listed = Buffer.concat(directory);
  const end = Buffer.alloc(18);
  end.writeUInt16LE(Object.keys(parts).length, 4);
  end.writeUInt16LE(Object.keys(parts).length, 6);
  end.writeUInt32LE(listed.length, 8);
  end.writeUInt32LE(offset, 12);
  return Buffer.concat([...chunks, listed, number(END), end]);
}

function number(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(value);
  return bytes;
}

async function packedOf(content: PartContent) {
  const pieces = typeof content === "string" ? [content] : content;
  let size = 0;
  let checksum = 0;
  const measured = function* () {
    for (const piece of pieces) {
      const bytes = Buffer.from(piece);
      size += bytes.length;
      checksum = crc32(bytes, checksum);
      yield bytes;
    }
  };
  const packed = Readable.from(measured()).pipe(createDeflateRaw());
  const bytes = Buffer.concat((await packed.toArray()) as Buffer[]);
  return { bytes, size, checksum };
}
