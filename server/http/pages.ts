import type { IncomingMessage, ServerResponse } from "node:http";

/** Renders the pages. */
export type Pages = (incoming: IncomingMessage, response: ServerResponse) => Promise<void>;

/** The path of the pages' static files, which are cheap and requested in large numbers. */
export const FILES_PATH = "/_next/static/";
