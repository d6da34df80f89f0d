import type { IncomingMessage, ServerResponse } from "node:http";

/** Renders the pages. */
export interface Pages {
  (incoming: IncomingMessage, response: ServerResponse): Promise<void>;
  /** Returns the address of the font that their build brings; null until they are built. */
  readonly font?: () => string | null;
}

/** The path of the pages' static files, which are cheap and requested in large numbers. */
export const FILES_PATH = "/_next/static/";
