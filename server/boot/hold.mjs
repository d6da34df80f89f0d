// One process at a time: plain JavaScript, because it is needed before anything is installed or built.
import { createHash } from "node:crypto";
import { once } from "node:events";
import { realpathSync, rmSync } from "node:fs";
import { connect, createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";

const PAUSE_MS = 100;
/** A holder that has a word for those who wait says it at once; one that says nothing for so long has none. */
const SILENCE_MS = 300;
const MAX_WORD = 2_048;

/**
 * Waits until no other process of this machine holds a name in a folder, then holds it. The hold is a socket that this
 * process listens on, so the system itself ends it with the process, however that ends.
 * @param {string} folder that is there
 * @param {string} name of what is held
 * @param {(told: string) => "wait" | "leave"} onHeld asked once for each word of the holder, "" where it has none
 * @returns {Promise<import("./hold.mjs").Hold | null>} null where `onHeld` said to leave
 */
export async function hold(folder, name, onHeld) {
  const address = addressOf(realpathSync(folder), name);
  for (;;) {
    const held = await listen(address);
    if (held) return held;
    if (!(await outlive(address, onHeld))) return null;
    await pause(PAUSE_MS);
  }
}

/**
 * Runs `work` while this process holds a name in a folder; waits for whoever holds it before.
 * @template T
 * @param {string} folder that is there
 * @param {string} name of what is held
 * @param {() => void} onWait called once where another process holds it
 * @param {() => Promise<T>} work
 * @returns {Promise<T>} what the work gave
 */
export async function whileHeld(folder, name, onWait, work) {
  let waits = false;
  const held = await hold(folder, name, () => {
    if (!waits) onWait();
    waits = true;
    return "wait";
  });
  try {
    return await work();
  } finally {
    held.release();
  }
}

/** Names of the kernel's own vanish with their process; elsewhere it is a file, which a killed process leaves behind. */
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

/** Waits for the end of whoever holds it; false where the one who waits leaves before. */
async function outlive(address, onHeld) {
  const socket = connect(address);
  const closed = new Promise((resolve) => socket.once("close", resolve));
  let error = null;
  socket.on("error", (cause) => {
    error = cause;
  });
  let leaves = false;
  const ask = (told) => {
    if (onHeld(told) !== "leave") return;
    leaves = true;
    socket.destroy();
  };
  const silence = setTimeout(() => ask(""), SILENCE_MS);
  socket.setEncoding("utf8").on("data", (told) => {
    clearTimeout(silence);
    ask(told);
  });
  await closed;
  clearTimeout(silence);
  // Nobody listens at the file any more.
  if (error?.code === "ECONNREFUSED" && address.endsWith(".sock")) rmSync(address, { force: true });
  return !leaves;
}
