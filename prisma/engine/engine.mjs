import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { bindMigrationAwareSqlAdapterFactory } from "@prisma/driver-adapter-utils";
import * as bindings from "@prisma/schema-engine-wasm/schema_engine_bg";
import { EngineAdapterFactory } from "./adapter.mjs";

let loading;

/**
 * Opens Prisma's schema engine, compiled to WebAssembly, on one database. Nothing is downloaded.
 * @param {string} url connection string of a role that owns the database
 * @param {{ datamodels?: [string, string][], afterScript?: string }} [options]
 *   datamodels: pairs of path and content of the schema files; afterScript: SQL that commits together with each script
 * @returns {Promise<{ engine: import("@prisma/schema-engine-wasm").SchemaEngine, close: () => Promise<void>, scriptError: () => Error | undefined }>}
 *   the engine's methods throw an Error with its message and, where it has one, a `code` such as P3009;
 *   scriptError: what the server said of the last script that failed
 */
export async function openEngine(url, options = {}) {
  loading ??= loadWasm();
  await loading;
  const factory = new EngineAdapterFactory(url, { afterScript: options.afterScript });
  const bound = bindMigrationAwareSqlAdapterFactory(factory);
  const close = () => factory.close();
  try {
    const engine = await bindings.SchemaEngine.new({ datamodels: options.datamodels }, () => {}, bound);
    return { engine, close, scriptError: () => factory.scriptError };
  } catch (error) {
    await close();
    throw error;
  }
}

// Node 20 cannot import a .wasm module, so the package's own entry does not load there: it is instantiated by hand.
async function loadWasm() {
  globalThis.PRISMA_WASM_PANIC_REGISTRY = {
    set_message: (message) => process.stderr.write(`Prisma's schema engine stopped: ${message}\n`),
  };
  const entry = createRequire(import.meta.url).resolve("@prisma/schema-engine-wasm");
  const code = await readFile(join(dirname(entry), "schema_engine_bg.wasm"));
  const { instance } = await WebAssembly.instantiate(code, { "./schema_engine_bg.js": bindings });
  bindings.__wbg_set_wasm(instance.exports);
  instance.exports.__wbindgen_start();
}
