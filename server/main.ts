import { dirname } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import type { DemoSignIn } from "@/prisma/seed";
import { appRouter } from "@/server/api/root";
import { type DemoFill, fillDemo } from "@/server/boot/demo-fill";
import { type Ending, openEnding } from "@/server/boot/ending";
import { type Env, EnvError, readEnv } from "@/server/boot/env";
import { exposureOf } from "@/server/boot/exposure";
import { openInstallation } from "@/server/boot/installation";
import { storeAddress } from "@/server/boot/installation-address";
import type { ProcessLog } from "@/server/boot/log";
import { takeServiceLock } from "@/server/boot/one-start";
import { openPages } from "@/server/boot/pages";
import { beginPagesBuild } from "@/server/boot/pages-build";
import { openRuntime, type Runtime } from "@/server/boot/runtime";
import { openSandbox } from "@/server/boot/sandbox";
import { shareWithPages } from "@/server/boot/service-for-pages";
import { openServices, publicUrlOf } from "@/server/boot/services";
import { startWebServer } from "@/server/boot/web-server";
import { deleteLeftUploads } from "@/server/http/buffer";
import { deprecatedOperations } from "@/server/http/deprecated-operations";
import type { Pages } from "@/server/http/pages";
import { startWorker } from "@/server/jobs/worker";
import { startMetricsServer } from "@/server/metrics/server";
import { rehearsalSource } from "@/server/usecases/rehearsals/source";
import type { Services } from "@/server/usecases/services";

const ROOT = dirname(dirname(fileURLToPath(import.meta.url)));
/** For how long a process that is told to stop while it starts goes on with its start, in milliseconds. */
const START_WITHIN_MS = 3_000;
/** A demo that takes longer than this is not there yet, so that something is said of it meanwhile, in milliseconds. */
const DEMO_SOON_MS = 1_000;
/** A signal may arrive twice: from the terminal or the supervisor, and passed on by npm. */
const SAME_SIGNAL_MS = 1_000;

async function start(env: Env, ending: Ending): Promise<void> {
  const place = await takeServiceLock(env);
  ending.add("database", place.leave);
  const building = env.ROLE === "worker" ? null : beginPagesBuild();
  await deleteLeftUploads();
  const installation = await openInstallation(env, ROOT);
  ending.add("database", installation.stop);
  ending.add("at_once", installation.unwatch);
  const sandbox = await openSandbox(env);
  ending.add("resources", sandbox.stop);
  const { embedded } = installation;
  const services = openServices({ env, ...installation, sandbox });
  sandbox.rehearse(rehearsalSource(services));
  installation.watch({
    again: () => services.log.warn({}, "the embedded database was gone and was started again"),
    lost: endAtOnce,
  });
  const runtime = openRuntime(services, { env, embedded, root: ROOT, awaitsPages: building !== null });
  shareWithPages(runtime.forPages);
  log = services.log;
  ending.add("resources", runtime.close);
  const demo = env.DEMO ? fillDemo(services) : null;
  if (demo) ending.add("at_once", demo.stop);
  const working = env.ROLE === "web" ? null : workBehind(demo, services, env);
  ending.add("at_once", async () => (await working?.catch(() => null))?.stop());
  if (demo) working?.catch((error: unknown) => endFor("it does not start", error));
  else await working;
  await serve({ env, runtime, ending, building });
  if (env.METRICS_PORT !== undefined) {
    const place = { port: env.METRICS_PORT, host: env.METRICS_HOST, token: env.METRICS_TOKEN ?? null };
    const { stop, url } = await startMetricsServer(runtime.metrics, { ...place, services });
    ending.add("resources", stop);
    services.log.info({ url }, "metrics are served");
  }
  await storeAddress(env);
  place.ready();
  ending.add("at_once", place.ending);
  process.stdout.write(`${greeting(env, building !== null)}\n`);
  if (demo) void announceDemo(demo);
}

async function announceDemo({ filled }: DemoFill): Promise<void> {
  const isThere = filled.then(() => true);
  if (!(await Promise.race([isThere, pause(DEMO_SOON_MS, false, { ref: false })])))
    process.stdout.write("The demo shop is being filled; how to sign in to it follows\n");
  const signIn = await filled;
  if (signIn) process.stdout.write(demoLine(signIn));
}

/** Starts the worker once the demo is there: its past is played by another clock than the worker's. */
async function workBehind(demo: DemoFill | null, services: Services, env: Env) {
  await demo?.filled;
  if (demo?.isStopped()) return null;
  const { WORKER_CONCURRENCY: concurrency, SWEEP_INTERVAL_MS: sweepIntervalMs } = env;
  const deprecations = deprecatedOperations(appRouter);
  return startWorker(services, { concurrency, sweepIntervalMs, deprecations });
}

function greeting(env: Env, buildsPages: boolean): string {
  if (env.ROLE === "worker")
    return `Pricecheck works on its queue; its health is at port ${env.PORT}, /readyz`;
  const answers = `Pricecheck answers at ${publicUrlOf(env)}`;
  return buildsPages ? `${answers}; its pages follow when they are built` : answers;
}

const demoLine = ({ email, password, workspaceId }: DemoSignIn): string =>
  `Demo sign-in: ${email} with password ${password} (workspace ${workspaceId})\n`;

/** What a process serves from. */
interface Serving {
  readonly env: Env;
  readonly runtime: Runtime;
  readonly ending: Ending;
  /** The build of the pages; null if they are built. */
  readonly building: Promise<boolean> | null;
}

async function serve(serving: Serving): Promise<void> {
  const { env, runtime, ending } = serving;
  const pages = env.ROLE === "worker" ? null : await pagesOf(serving);
  const web = await startWebServer(runtime, pages, { port: env.PORT, host: exposureOf(env).host });
  // A worker has no clients that a balancer could send elsewhere.
  if (pages !== null) drainMs = env.DRAIN_MS;
  ending.add("at_once", runtime.drain);
  ending.add("at_once", web.drain);
  ending.add("work", runtime.endStreams);
  ending.add("work", web.stop);
}

const pagesOf = ({ env, runtime, ending, building }: Serving): Promise<Pages> =>
  openPages({
    env,
    root: ROOT,
    building,
    added: (end) => ending.add("resources", end),
    late: (failed) => {
      if (failed !== undefined) return void endFor("it has no pages", failed);
      runtime.pagesAreOpen();
      process.stdout.write(`The pages are ready at ${publicUrlOf(env)}\n`);
    },
  });

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

const ending = openEnding();
let log: ProcessLog | null = null;

/**
 * Ends what has started. Work that is left when its time is over may end before its database does, and logs that; or it
 * fails with its database, and does not.
 */
function end(drainMs: number): Promise<void> {
  return ending.run(drainMs, {
    failed: (error) => process.stderr.write(`${lineOf(error)}\n`),
    worked: (finished) => {
      if (!finished)
        log?.warn({}, "requests or jobs took longer and are left; jobs go on after their leases");
      log?.endWithWork();
    },
  });
}

let signaledMs: number | null = null;
let drainMs = 0;

/** Nobody balances between processes that a person stops at a terminal, so only SIGTERM waits for the drain time. */
function stopOn(signal: NodeJS.Signals, started: Promise<unknown>): void {
  if (signaledMs !== null) {
    if (signal === "SIGINT" && Date.now() - signaledMs > SAME_SIGNAL_MS) process.exit(1);
    return;
  }
  signaledMs = Date.now();
  const wait = signal === "SIGTERM" ? drainMs : 0;
  log?.info({ signal, drain_ms: wait }, "stopping");
  void Promise.race([started, pause(START_WITHIN_MS)])
    .then(() => end(wait))
    .then(() => process.exit(0));
}

/** Ends in order, with one line that gives the reason, unless it is being stopped. */
async function endFor(what: string, error: unknown): Promise<void> {
  if (signaledMs !== null) return;
  signaledMs = Date.now();
  process.stderr.write(`Pricecheck: ${what}: ${lineOf(error)}\n`);
  await end(0);
  process.exit(1);
}

const starting = Promise.resolve()
  .then(() => start(readEnv(), ending))
  .catch((error: unknown) =>
    endFor(error instanceof EnvError ? "wrong setting" : "it does not start", error),
  );
for (const signal of ["SIGINT", "SIGTERM"] as const) process.on(signal, () => stopOn(signal, starting));
await starting;
