import { spawn } from "node:child_process";
import { once } from "node:events";
import { constants } from "node:os";
import { whileHeld } from "../server/boot/hold.mjs";

/** A step that failed; its message is one line, and its output is already on standard error. */
export class StepError extends Error {}

/** Formats milliseconds for people, such as "0.8 s" or "2 min 05 s". */
export function duration(milliseconds) {
  const seconds = milliseconds / 1000;
  if (seconds < 60) return `${seconds.toFixed(1)} s`;
  const whole = Math.round(seconds);
  return `${Math.floor(whole / 60)} min ${String(whole % 60).padStart(2, "0")} s`;
}

/**
 * Runs `work` and says on standard error that it begins, with how long it usually takes, and how long it took; standard
 * output belongs to the programs.
 * @param names.begins such as "Building the pages", `names.done` such as "Built the pages"
 * @param names.usually such as "1 to 3 minutes"; nothing is said of a beginning without it
 */
export async function step({ begins, done, usually }, work) {
  if (usually !== undefined) process.stderr.write(`${begins} (usually ${usually}) …\n`);
  const start = performance.now();
  const result = await work();
  process.stderr.write(`${done}: ${duration(performance.now() - start)}\n`);
  return result;
}

const STOPS = ["SIGINT", "SIGTERM", "SIGHUP"];

let saidToWait = false;

/** Runs `work` while no other process prepares the same folder; prints once that it waits for another. */
export function oneAtATime(folder, work) {
  const sayOnce = () => {
    if (!saidToWait) process.stderr.write("Another start makes this folder ready; waiting for it.\n");
    saidToWait = true;
  };
  return whileHeld(folder, "preparation", sayOnce, work);
}

/**
 * Runs a command without standard input. Quiet commands print their output only if they fail.
 * @throws StepError if it cannot be started, is killed or exits with another code than 0
 */
export async function run(command, args, { quiet = false, ...options } = {}) {
  const { code, printed } = await outcome(command, args, { quiet, ...options });
  if (code === 0) return;
  if (quiet) process.stderr.write(printed);
  throw failure(command, args, code);
}

/**
 * Runs a command quietly and returns its standard output.
 * @throws StepError as `run` does
 */
export async function output(command, args, options = {}) {
  const { code, written, printed } = await outcome(command, args, { ...options, quiet: true });
  if (code === 0) return written;
  process.stderr.write(printed);
  throw failure(command, args, code);
}

/**
 * Runs a command beside this process and passes on what it prints to standard error. It ends with this process.
 * @returns whether it has succeeded; false if somebody stopped it, as a terminal does that stops both
 * @throws StepError as `run` does
 */
export async function runBeside(command, args, options = {}) {
  const child = spawn(command, args, { ...options, stdio: ["ignore", "ignore", "inherit"] });
  const end = () => child.kill();
  process.once("exit", end);
  try {
    const [code, signal] = await once(child, "close");
    if (code === 0) return true;
    if (STOPS.some((stop) => signal === stop || code === 128 + constants.signals[stop])) return false;
    throw failure(command, args, code ?? signal);
  } finally {
    process.removeListener("exit", end);
  }
}

const failure = (command, args, code) => new StepError(`${[command, ...args].join(" ")} failed (${code})`);

/** Runs a command like `run`, but returns its exit code, or the signal that ended it, instead of throwing. */
export async function outcome(command, args, { quiet = false, ...options } = {}) {
  const out = quiet ? "pipe" : "inherit";
  const child = spawn(command, args, { ...options, stdio: ["ignore", out, out] });
  const pieces = [];
  const own = [];
  for (const stream of [child.stdout, child.stderr]) stream?.on("data", (piece) => pieces.push(piece));
  child.stdout?.on("data", (piece) => own.push(piece));
  const release = passOnSignals(child);
  try {
    const [code, signal] = await once(child, "close");
    const [printed, written] = [pieces, own].map((all) => Buffer.concat(all).toString());
    return { code: code ?? signal, printed, written };
  } catch (error) {
    return { code: error.message, printed: "", written: "" };
  } finally {
    release();
  }
}

// Passes termination signals on, so that a step does not continue after its caller was stopped.
function passOnSignals(child) {
  const stops = STOPS.map((signal) => [
    signal,
    () => {
      child.kill(signal);
      process.exit(128 + constants.signals[signal]);
    },
  ]);
  for (const [signal, stop] of stops) process.once(signal, stop);
  return () => {
    for (const [signal, stop] of stops) process.removeListener(signal, stop);
  };
}
