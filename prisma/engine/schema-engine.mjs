#!/usr/bin/env node
// What the Prisma command line starts as its schema engine (PRISMA_SCHEMA_ENGINE_BINARY). It speaks that program's protocol:
// one-shot `cli` commands that answer by exit code and a log line, otherwise JSON-RPC, one message a line, on standard input
// and output.
import { readFileSync } from "node:fs";
import { createInterface } from "node:readline";
import { parseArgs } from "node:util";
import pg from "pg";
import { administer, withDatabase } from "./adapter.mjs";
import { openEngine } from "./engine.mjs";

const INTERNAL_ERROR = 4466;
const RENAMED = { getDatabaseVersion: "version" };

const { values, positionals } = parseArgs({
  allowPositionals: true,
  strict: false,
  options: {
    datasource: { type: "string" },
    datamodels: { type: "string", multiple: true },
    "enabled-preview-features": { type: "string" },
    "extension-types": { type: "string" },
    version: { type: "boolean" },
  },
});
const url = values.datasource ? JSON.parse(values.datasource).url || undefined : undefined;

if (values.version) {
  process.stdout.write("schema-engine-cli wasm\n");
} else if (positionals[0] === "cli") {
  process.exitCode = await runCommand(positionals[1]);
} else {
  await serve();
}

async function runCommand(command) {
  try {
    const database = decodeURIComponent(new URL(url).pathname.slice(1));
    const server = withDatabase(url, "postgres");
    const name = pg.escapeIdentifier(database);
    if (command === "can-connect-to-database") await administer(url, "SELECT 1");
    else if (command === "create-database") await administer(server, `CREATE DATABASE ${name}`);
    else if (command === "drop-database") await administer(server, `DROP DATABASE ${name} WITH (FORCE)`);
    else throw new Error(`The schema engine has no command ${command}.`);
    return 0;
  } catch (error) {
    logError(error);
    return 1;
  }
}

// The command line drops the first line of standard error and reads the rest as JSON.
function logError(error) {
  const codes = { "3D000": "P1003", "28P01": "P1000", "42P04": "P1009" };
  const fields = {
    message: error.message,
    error_code: codes[error.code] ?? "P1001",
    is_panic: false,
    meta: null,
  };
  const timestamp = new Date().toISOString();
  const line = JSON.stringify({ timestamp, level: "ERROR", fields, target: "schema_engine::logger" });
  process.stderr.write(`schema engine\n${line}`);
}

async function serve() {
  let opening;
  const open = () => {
    if (!url) throw new Error("The schema engine needs a database: set DATABASE_URL.");
    const datamodels = values.datamodels?.map((path) => [path, readFileSync(path, "utf8")]);
    opening ??= openEngine(url, { datamodels });
    return opening;
  };
  for await (const line of createInterface({ input: process.stdin })) {
    const message = JSON.parse(line);
    if (message.method) await answer(message, open);
  }
  // The command line has closed our input; a connection that idles in the pool must not keep the process.
  process.exit(0);
}

async function answer({ id, method, params }, open) {
  try {
    const { engine } = await open();
    const result = await engine[RENAMED[method] ?? method](params);
    if (method === "diff" && result.stdout) {
      send({ id: `print-${id}`, method: "print", params: { content: result.stdout } });
    }
    send({ id, result: result ?? {} });
  } catch (error) {
    const data = {
      is_panic: false,
      message: error.message,
      meta: error.meta ?? null,
      error_code: error.code ?? null,
    };
    send({ id, error: { code: INTERNAL_ERROR, message: "The schema engine refused the request.", data } });
  }
}

function send(message) {
  process.stdout.write(`${JSON.stringify({ jsonrpc: "2.0", ...message })}\n`);
}
