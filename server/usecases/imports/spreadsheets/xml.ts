import { setImmediate as turn } from "node:timers/promises";
import { Parser } from "htmlparser2";
import { brokenFile } from "./archive";

/** Parsed at once, in characters; other work of the process goes on between pieces. */
const PIECE = 32 * 1024;
/** Other requests are answered after so many items. */
const ITEMS_AT_A_TIME = 100;
/** Elements stand within one another to about a dozen levels. */
const MAX_DEPTH = 64;
/** The longest tag or comment, in characters; a cell's text comes in pieces. */
const MAX_TOKEN = 1_000_000;

/** What is read of a document, in its order. Names have no prefix, full names are as they stand there. */
export interface XmlReader {
  open(name: string, attributes: Readonly<Record<string, string>>, fullName: string): void;
  text(text: string): void;
  close(name: string, fullName: string): void;
}

/**
 * Reads a document with back-pressure, and streams what its reader makes of it.
 * @param read the reader; it adds to `items` what is to be streamed
 * @throws DomainError validation_error for a document that ends early or is no XML
 */
export const xmlItems = <T>(
  bytes: AsyncIterable<Uint8Array>,
  read: (items: T[]) => XmlReader,
): AsyncGenerator<T> => xmlItemsOf(textOf(bytes), read);

/** Does the same with a document that is decoded already. @throws DomainError as `xmlItems` */
export async function* xmlItemsOf<T>(
  pieces: AsyncIterable<string>,
  read: (items: T[]) => XmlReader,
): AsyncGenerator<T> {
  const items: T[] = [];
  const document = new Document(read(items));
  let taken = 0;
  for await (const text of pieces) {
    document.write(text);
    for (const item of items) {
      yield item;
      taken += 1;
      if (taken % ITEMS_AT_A_TIME === 0) await turn();
    }
    items.length = 0;
    await turn();
  }
  document.end();
  yield* items;
}

/** Reads a whole document. @throws DomainError as `xmlItems` */
export async function readXml(bytes: AsyncIterable<Uint8Array>, reader: XmlReader): Promise<void> {
  for await (const _ of xmlItems(bytes, () => reader)) continue;
}

class Document {
  private readonly parser: Parser;
  private depth = 0;
  private elements = 0;
  private written = 0;

  constructor(reader: XmlReader) {
    const names = new Map<string, string>();
    const localName = (name: string): string => {
      const known = names.get(name);
      if (known !== undefined) return known;
      const local = name.slice(name.indexOf(":") + 1);
      // A document has few names; one that is made to have many fills no memory.
      if (names.size < 1_000) names.set(name, local);
      return local;
    };
    this.parser = new Parser(
      {
        onopentag: (name, attributes) => {
          this.depth += 1;
          this.elements += 1;
          if (this.depth > MAX_DEPTH) throw brokenFile(new Error("its parts are nested too deep"));
          reader.open(localName(name), attributes, name);
        },
        ontext: (text) => reader.text(text),
        onclosetag: (name) => {
          this.depth -= 1;
          reader.close(localName(name), name);
        },
      },
      { xmlMode: true, decodeEntities: true },
    );
  }

  write(text: string): void {
    for (let from = 0; from < text.length; from += PIECE) {
      const piece = text.slice(from, from + PIECE);
      this.written += piece.length;
      this.parser.write(piece);
      if (this.written - this.parser.startIndex > MAX_TOKEN)
        throw brokenFile(new Error("a tag of it does not end"));
    }
  }

  end(): void {
    if (this.elements === 0 || this.depth > 0) throw brokenFile(new Error("a part of it ends early"));
    this.parser.end();
  }
}

/** Decodes a document, which is UTF-8 unless it begins with the mark of UTF-16. */
async function* textOf(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  let decoder: TextDecoder | null = null;
  for await (const chunk of bytes) {
    decoder ??= new TextDecoder(chunk[0] === 0xff && chunk[1] === 0xfe ? "utf-16le" : "utf-8", {
      fatal: true,
    });
    for (let from = 0; from < chunk.length; from += PIECE)
      yield decoded(decoder, chunk.subarray(from, from + PIECE));
  }
}

function decoded(decoder: TextDecoder, bytes: Uint8Array): string {
  try {
    return decoder.decode(bytes, { stream: true });
  } catch (error) {
    throw brokenFile(error);
  }
}
