import { unreadableFile } from "./unreadable-file";

/** What to do with a file from which no table can be read. */
export const SEND_TABLE = "Send the table as CSV, XLSX or ODS.";
const COMPOUND_FILE = "d0cf11e0a1b11ae1";
/** The names of parts in a compound file, as their directory has them. */
const nameOf = (part: string): Buffer => Buffer.from(part, "utf16le");

/** Kinds of files that are no table of text, by how they begin. */
const OTHERS: readonly { readonly begins: RegExp; readonly message: string }[] = [
  { begins: /^%PDF/, message: `The file is a PDF, from which no table can be read. ${SEND_TABLE}` },
  {
    begins: /^\u001F\u008B/,
    message: "The file is compressed (gzip). Unpack it and send what is in it.",
  },
  {
    begins: /^\s*<(?:!doctype html|html|head|body|table)\b/i,
    message: `The file is a web page (HTML), whatever its name says. ${SEND_TABLE}`,
  },
  {
    begins: /^\s*<(?:\?xml|!doctype|[a-z][\w.-]*(?::[\w.-]+)?[\s>/])/i,
    message: `The file is XML, not a table. ${SEND_TABLE}`,
  },
  { begins: /^\s*(?:\{\s*["}]|\[\s*\{)/, message: `The file is JSON, not a table. ${SEND_TABLE}` },
];

/** Whether the beginning of a file is that of a feed: an element `rss` or `feed`, behind what may stand before it. */
export const isFeed = (start: string): boolean =>
  /^\uFEFF?\s*(?:<\?xml[^>]{0,200}>\s*)?(?:<!--[^]{0,10000}?-->\s*)?<(?:rss|feed)[\s>]/i.test(start);

/**
 * Refuses a file whose beginning shows that it is of another kind than CSV.
 * @param start the file's beginning
 * @throws DomainError validation_error which says what the file is and what to do
 */
export function requireKnownKind(start: Buffer): void {
  if (start.subarray(0, 8).toString("hex") === COMPOUND_FILE) throw unreadableFile(compoundMessage(start));
  const text = withoutMark(start).subarray(0, 1_000).toString("latin1");
  if (isFeed(text)) return;
  const other = OTHERS.find(({ begins }) => begins.test(text));
  if (other !== undefined) throw unreadableFile(other.message);
}

/** Excel's files until 2003, and files of today with a password, are compound files alike. */
function compoundMessage(start: Buffer): string {
  if (start.includes(nameOf("EncryptedPackage")))
    return "The file is protected by a password. Save it without one and send it again.";
  if (start.includes(nameOf("Workbook")) || start.includes(nameOf("Book")))
    return "The file is in Excel's old format (xls). Save it as Excel workbook (.xlsx) or CSV and send it again.";
  return "The file is an old Office file (xls) or protected by a password. Save it as Excel workbook (.xlsx) without a password and send it again.";
}

const UTF8_MARK = Buffer.from([0xef, 0xbb, 0xbf]);

const withoutMark = (start: Buffer): Buffer =>
  start.subarray(0, UTF8_MARK.length).equals(UTF8_MARK) ? start.subarray(UTF8_MARK.length) : start;
