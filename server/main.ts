import { existsSync } from "node:fs";
import { createServer } from "node:http";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { type DemoSignIn, seedDemo } from "@/prisma/seed";
import { appRouter } from "@/server/api/root";
import { type Env, EnvError, readEnv } from "@/server/boot/env";
import { exposureOf } from "@/server/boot/exposure";
import { openInstallation } from "@/server/boot/installation";
import { storeAddress } from "@/server/boot/installation-address";
import { takeServiceLock } from "@/server/boot/one-start";
import { openRuntime, type Runtime } from "@/server/boot/runtime";
import { openSandbox } from "@/server/boot/sandbox";
import { openServices, publicUrlOf } from "@/server/boot/services";
import { startWebServer } from "@/server/boot/web-server";
import { deleteLeftUploads } from "@/server/http/buffer";
import { deprecatedOperations } from "@/server/http/deprecated-operations";
import { withPageScripts } from "@/server/http/page-scripts";
import type { Pages } from "@/server/http/pages";
import { startWorker } from "@/server/jobs/worker";
import { startMetricsServer } from "@/server/metrics/server";
import { rehearsalSource } from "@/server/usecases/rehearsals/source";

const ROOT = dirname(dirname(fileURLToPath(import.meta.url)));
const DRAIN_TIMEOUT_MS = 10_000;

type Undo = () => Promise<unknown> | void;

async function start(env: Env, undo: Undo[]): Promise<void> {
  const place = await takeServiceLock(env);
  undo.push(place.leave);
  await deleteLeftUploads();
  const installation = await openInstallation(env, ROOT);
  undo.push(installation.stop);
  const sandbox = await openSandbox(env);
  undo.push(sandbox.stop);
  const { embedded } = installation;
  const services = openServices({ env, ...installation, sandbox });
  sandbox.rehearse(rehearsalSource(services));
  installation.watch({
    again: () => services.log.warn({}, "the embedded database was gone and was started again"),
    lost: endAtOnce,
  });
  const runtime = openRuntime(services, { env, embedded, root: ROOT });
  undo.push(runtime.close);
  const demo = env.DEMO ? await seedDemo(services) : null;
  if (env.ROLE !== "web") {
    const { WORKER_CONCURRENCY: concurrency, SWEEP_INTERVAL_MS: sweepIntervalMs } = env;
    const deprecations = deprecatedOperations(appRouter);
    undo.push((await startWorker(services, { concurrency, sweepIntervalMs, deprecations })).stop);
  }
  await serve(env, runtime, undo);
  if (env.METRICS_PORT !== undefined) {
    const place = { port: env.METRICS_PORT, host: env.METRICS_HOST, token: env.METRICS_TOKEN ?? null };
    const { stop, url } = await startMetricsServer(runtime.metrics, { ...place, services });
    undo.push(stop);
    services.log.info({ url }, "metrics are served");
  }
  await storeAddress(env);
  place.ready();
  undo.push(place.ending);
  process.stdout.write(`${greeting(env)}\n${demo ? demoLine(demo) : ""}`);
}

const greeting = (env: Env): string =>
  env.ROLE === "worker"
    ? `Pricecheck works on its queue; its health is at port ${env.PORT}, /readyz`
    : `Pricecheck answers at ${publicUrlOf(env)}`;

const demoLine = ({ email, password, workspaceId }: DemoSignIn): string =>
  `Demo sign-in: ${email} with password ${password} (workspace ${workspaceId})\n`;

async function serve(env: Env, runtime: Runtime, undo: Undo[]): Promise<void> {
  const pages = env.ROLE === "worker" ? null : await openPages(env, undo);
  const web = await startWebServer(runtime, pages, { port: env.PORT, host: exposureOf(env).host });
  undo.push(() => web.stop(DRAIN_TIMEOUT_MS), runtime.drain);
}

async function openPages(env: Env, undo: Undo[]): Promise<Pages> {
  const dev = env.NODE_ENV === "development";
  if (!dev && !existsSync(join(ROOT, ".next", "BUILD_ID")))
    throw new Error("The pages are not built: start with npm start, which builds them.");
  const { default: next } = await import("next");
  // Next adds an upgrade listener to the server it finds, and leaves some of these connections open without a time limit.
  // In production it gets a server that does not listen: Node then treats upgrade requests as ordinary ones.
  const app = next({
    dev,
    dir: ROOT,
    hostname: exposureOf(env).host,
    port: env.PORT,
    ...(dev ? {} : { httpServer: createServer() }),
  });
  await app.prepare();
  undo.push(() => app.close());
  const handler = app.getRequestHandler();
  return dev ? handler : withPageScripts(join(ROOT, ".next", "static"), handler);
}

/** What has started is ended in the opposite order. */
async function stop(undo: readonly Undo[]): Promise<void> {
  for (const each of [...undo].reverse()) {
    try {
      await each();
    } catch (error) {
      process.stderr.write(`${lineOf(error)}\n`);
    }
  }
}

function lineOf(error: unknown): string {
  if (error instanceof Error && "code" in error && error.code === "EADDRINUSE")
    return `PORT: ${error.message.replace(/^listen EADDRINUSE: /, "")}`;
  return error instanceof Error ? error.message : String(error);
}

/** Without its database the process is of no use to anybody; whoever started it can start it again. */
function endAtOnce(reason: Error): void {
  process.stderr.write(`Pricecheck: it stops: ${reason.message}\n`);
  process.exit(1);
}

const undo: Undo[] = [];
let stopping = false;
for (const signal of ["SIGINT", "SIGTERM"] as const)
  process.on(signal, () => {
    if (stopping) process.exit(1);
    stopping = true;
    void stop(undo).then(() => process.exit(0));
  });
try {
  await start(readEnv(), undo);
} catch (error) {
  const what = error instanceof EnvError ? "wrong setting" : "it does not start";
  process.stderr.write(`Pricecheck: ${what}: ${lineOf(error)}\n`);
  stopping = true;
  await stop(undo);
  process.exit(1);
}
