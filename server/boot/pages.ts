import { existsSync } from "node:fs";
import { createServer } from "node:http";
import { join } from "node:path";
import type { Env } from "@/server/boot/env";
import { exposureOf } from "@/server/boot/exposure";
import { landingFont } from "@/server/http/landing/landing-font";
import { send } from "@/server/http/node-adapter";
import { withPageScripts } from "@/server/http/page-scripts";
import type { Pages } from "@/server/http/pages";
import { beingBuiltPage } from "@/server/http/waiting-pages";

interface OpenPages {
  readonly env: Env;
  /** The project's folder. */
  readonly root: string;
  /** Called with how the pages are ended. */
  added(end: () => Promise<void>): void;
}

/**
 * Opens the pages. While they are being built, each of them says so and asks again by itself; they are opened when they
 * are built.
 * @param options.building their build; null if they are built
 * @param options.late called when pages that were being built are opened, with the reason if they cannot be
 * @throws Error when they are neither built nor being built
 */
export async function openPages({
  building,
  late,
  ...options
}: OpenPages & {
  readonly building: Promise<boolean> | null;
  late(failed?: unknown): void;
}): Promise<Pages> {
  const font = landingFont(join(options.root, ".next", "static"));
  if (building === null) return Object.assign(await openBuilt(options), { font });
  let pages: Pages = (incoming, response) => send(beingBuiltPage(), incoming, response);
  const open = async (): Promise<void> => {
    if (!(await building)) throw new Error("The build of its pages was stopped.");
    pages = await openBuilt(options);
  };
  open().then(() => late(), late);
  const opened: Pages = (incoming, response) => pages(incoming, response);
  return Object.assign(opened, { font });
}

async function openBuilt({ env, root, added }: OpenPages): Promise<Pages> {
  const dev = env.NODE_ENV === "development";
  if (!dev && !existsSync(join(root, ".next", "BUILD_ID")))
    throw new Error("The pages are not built: start with npm start, which builds them.");
  const { default: next } = await import("next");
  // Next adds an upgrade listener to the server it finds, and leaves some of these connections open without a time
  // limit. In production it gets a server that does not listen: Node then treats upgrade requests as ordinary ones.
  const app = next({
    dev,
    dir: root,
    hostname: exposureOf(env).host,
    port: env.PORT,
    ...(dev ? {} : { httpServer: createServer() }),
  });
  await app.prepare();
  added(() => app.close());
  const handler = app.getRequestHandler();
  return dev ? handler : withPageScripts(join(root, ".next", "static"), handler);
}
