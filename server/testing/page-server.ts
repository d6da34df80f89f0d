import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from "node:http";
import { serveLoopback } from "@/server/testing/loopback-server";

/** The answer of a page of the test's shop: a string is HTML with status 200. */
export type PageResponse =
  | string
  | { readonly status: number; readonly headers?: Record<string, string>; readonly body?: string }
  | ((request: IncomingMessage, response: ServerResponse) => void);

/** A small shop on loopback whose pages a test defines. */
export interface PageServer {
  readonly origin: string;
  readonly pages: Map<string, PageResponse>;
  /** Every request in order of arrival, with its start and end. */
  readonly seen: { path: string; headers: IncomingHttpHeaders; beganMs: number; endedMs: number | null }[];
  /** The requested paths, without robots.txt. */
  requested(): string[];
  close(): Promise<void>;
}

/** Builds a product page with an unambiguous price. */
export const productPage = (amount: string, currency = "EUR", availability = "InStock"): string => {
  const offer = {
    "@type": "Offer",
    price: amount,
    priceCurrency: currency,
    availability: `https://schema.org/${availability}`,
  };
  const product = {
    "@context": "https://schema.org",
    "@type": "Product",
    name: "Walnut desk lamp",
    offers: offer,
  };
  return `<!doctype html><html lang="en"><head><title>Walnut desk lamp</title>
<script type="application/ld+json">${JSON.stringify(product)}</script></head>
<body><main><h1>Walnut desk lamp</h1><p class="price">${amount} ${currency}</p>
<button type="submit">Add to cart</button></main></body></html>`;
};

/** Starts the shop. Without a page for it, robots.txt answers 404. */
export async function startPageServer(): Promise<PageServer> {
  const pages: PageServer["pages"] = new Map();
  const seen: PageServer["seen"] = [];
  const server = await serveLoopback((request, response) => {
    const path = request.url ?? "/";
    const entry: PageServer["seen"][number] = {
      path,
      headers: request.headers,
      beganMs: Date.now(),
      endedMs: null,
    };
    seen.push(entry);
    response.on("finish", () => {
      entry.endedMs = Date.now();
    });
    respond(pages.get(path) ?? { status: 404 }, request, response);
  });
  return {
    origin: server.url,
    pages,
    seen,
    requested: () => seen.map(({ path }) => path).filter((path) => path !== "/robots.txt"),
    close: () => server.close(),
  };
}

function respond(page: PageResponse, request: IncomingMessage, response: ServerResponse): void {
  if (typeof page === "function") return page(request, response);
  const { status, headers = {}, body = "" } = typeof page === "string" ? { status: 200, body: page } : page;
  response.writeHead(status, { "content-type": "text/html; charset=utf-8", ...headers }).end(body);
}
