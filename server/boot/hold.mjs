// One process at a time: plain JavaScript, because it is needed before anything is installed or built.
import { createHash } from "node:crypto";
import { once } from "node:events";
import { realpathSync, rmSync } from "node:fs";
import { connect, createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";

const PAUSE_MS = 100;
/** How long to wait for the holder's message. A holder that has one sends it at once; after this time it has none. */
const SILENCE_MS = 300;
const MAX_WORD = 2_048;

/**
 * Waits until no other process of this machine holds the lock of that name in a folder, then takes it. The lock is a
 * socket that this process listens on, so the operating system releases it when the process ends in any way.
 * @param {string} folder an existing folder
 * @param {string} name of the lock
 * @param {(message: string) => "wait" | "leave"} onMessage called for each message of the holder, with "" when it sends
 * none
 * @returns {Promise<import("./hold.mjs").Hold | null>} null when `onHeld` returned "leave"
 */
export async function hold(folder, name, onMessage) {
  const address = addressOf(realpathSync(folder), name);
  for (;;) {
    const lock = await listen(address);
    if (lock) return lock;
    if (!(await outlive(address, onMessage))) return null;
    await pause(PAUSE_MS);
  }
}

/**
 * Runs `work` while this process holds the lock of that name in a folder; waits for the current holder first.
 * @template T
 * @param {string} folder an existing folder
 * @param {string} name of the lock
 * @param {() => void} onWait called once when another process holds the lock
 * @param {() => Promise<T>} work
 * @returns {Promise<T>} the result of `work`
 */
export async function whileHeld(folder, name, onWait, work) {
  let waits = false;
  const lock = await hold(folder, name, () => {
    if (!waits) onWait();
    waits = true;
    return "wait";
  });
  try {
    return await work();
  } finally {
    lock.release();
  }
}

/**
 * Names in the kernel vanish with their process. Other systems use a socket file, which a killed process leaves
 * behind.
 */
function addressOf(folder, name) {
  const hash = createHash("sha256").update(`${folder}\0${name}`).digest("hex").slice(0, 32);
  if (process.platform === "linux") return `\0pricecheck-${hash}`;
  if (process.platform === "win32") return `\\\\.\\pipe\\pricecheck-${hash}`;
  return join(tmpdir(), `pricecheck-${hash}.sock`);
}

async function listen(address) {
  const waiting = new Set();
  let word = "";
  const server = createServer((socket) => {
    waiting.add(socket);
    socket.on("error", () => undefined).on("close", () => waiting.delete(socket));
    socket.unref();
    if (word !== "") socket.write(word);
  });
  try {
    server.listen(address);
    await once(server, "listening");
  } catch (error) {
    if (error.code === "EADDRINUSE") return null;
    throw error;
  }
  server.unref();
  return {
    tell: (text) => {
      word = text.slice(0, MAX_WORD);
      if (word !== "") for (const socket of waiting) socket.write(word);
    },
    release: () => {
      server.close();
      for (const socket of waiting) socket.destroy();
    },
  };
}

/** Waits until the current holder ends; returns false when `onHeld` returned "leave" before that. */
async function outlive(address, onMessage) {
  const socket = connect(address);
  const closed = new Promise((resolve) => socket.once("close", resolve));
  let error = null;
  socket.on("error", (cause) => {
    error = cause;
  });
  let leaves = false;
  const report = (message) => {
    if (onMessage(message) !== "leave") return;
    leaves = true;
    socket.destroy();
  };
  const silence = setTimeout(() => report(""), SILENCE_MS);
  socket.setEncoding("utf8").on("data", (message) => {
    clearTimeout(silence);
    report(message);
  });
  await closed;
  clearTimeout(silence);
  // The process behind the socket file has ended.
  if (error?.code === "ECONNREFUSED" && address.endsWith(".sock")) rmSync(address, { force: true });
  return !leaves;
}
