import { readdirSync, readFileSync } from "node:fs";
import type { IncomingMessage, ServerResponse } from "node:http";
import { extname, join, sep } from "node:path";
import { FILES_PATH, type Pages } from "./pages";

const TYPES: Readonly<Record<string, string>> = {
  ".js": "application/javascript; charset=UTF-8",
  ".css": "text/css; charset=UTF-8",
};
/** The compressed copies that the build writes beside each file, the smaller first. */
const ENCODINGS = [
  { name: "br", extension: ".br" },
  { name: "gzip", extension: ".gz" },
] as const;
// The name of each file changes with its content.
const FOR_EVER = "public, max-age=31536000, immutable";

type Compressed = ReadonlyMap<(typeof ENCODINGS)[number]["name"], Buffer>;

/**
 * Serves the scripts and styles of the pages from memory, as compressed at build time: the pages' own server would
 * compress them anew for each visitor, and less. Everything else, also a client that accepts no compression, goes to
 * the pages.
 * @param folder the folder of the static files of the build
 */
export function withPageScripts(folder: string, pages: Pages): Pages {
  const files = compressedFiles(folder);
  return async (incoming, response) => {
    const path = (incoming.url ?? "").split("?", 1)[0] ?? "";
    const file = path.startsWith(FILES_PATH) ? files.get(path.slice(FILES_PATH.length)) : undefined;
    const isRead = incoming.method === "GET" || incoming.method === "HEAD";
    if (!file || !isRead || !answered(file, path, incoming, response)) await pages(incoming, response);
  };
}

function answered(
  file: Compressed,
  path: string,
  { method, headers }: IncomingMessage,
  response: ServerResponse,
): boolean {
  const accepted = acceptedEncodings(headers["accept-encoding"]);
  const encoding = ENCODINGS.find(({ name }) => accepted.has(name) && file.has(name))?.name;
  const body = encoding && file.get(encoding);
  if (!encoding || !body) return false;
  response.writeHead(200, {
    "Content-Type": TYPES[extname(path)],
    "Content-Encoding": encoding,
    "Content-Length": body.length,
    "Cache-Control": FOR_EVER,
    Vary: "Accept-Encoding",
  });
  response.end(method === "HEAD" ? undefined : body);
  return true;
}

/** Returns the encodings that a client accepts by name; one with the weight 0 is refused. */
function acceptedEncodings(header: string | string[] | undefined): ReadonlySet<string> {
  const offers = String(header ?? "")
    .toLowerCase()
    .split(",")
    .map((offer) => offer.split(";").map((part) => part.trim()));
  return new Set(offers.flatMap(([name = "", weight]) => (/^q=0(\.0*)?$/.test(weight ?? "") ? [] : [name])));
}

function compressedFiles(folder: string): ReadonlyMap<string, Compressed> {
  const names = readdirSync(folder, { recursive: true, encoding: "utf8" });
  const present = new Set(names);
  return new Map(
    names
      .filter((name) => extname(name) in TYPES)
      .map((name) => {
        const copies = ENCODINGS.filter(({ extension }) => present.has(name + extension)).map(
          (encoding) => [encoding.name, readFileSync(join(folder, name + encoding.extension))] as const,
        );
        return [name.replaceAll(sep, "/"), new Map(copies)] as const;
      }),
  );
}
