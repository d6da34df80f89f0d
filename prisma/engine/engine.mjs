import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { bindMigrationAwareSqlAdapterFactory } from "@prisma/driver-adapter-utils";
import * as bindings from "@prisma/schema-engine-wasm/schema_engine_bg";
import { EngineAdapterFactory } from "./adapter.mjs";

const NO_DATABASE = "postgresql://unset@127.0.0.1:1/unset";
let loading;

/**
 * Opens Prisma's schema engine, compiled to WebAssembly, on one database. Nothing is downloaded.
 * @param {string | undefined} url connection string; without one, only what needs no database works
 * @param {{ datamodels?: [string, string][], afterScript?: string }} [options]
 *   datamodels: pairs of path and content of the schema files; afterScript: SQL that commits together with each script
 * @returns {Promise<import("@prisma/schema-engine-wasm").SchemaEngine>} its methods throw an Error with the engine's
 *   message and, where it has one, a `code` such as P3009; call `free()` when done
 */
export async function openEngine(url, options = {}) {
  loading ??= loadWasm();
  await loading;
  const factory = new EngineAdapterFactory(url ?? NO_DATABASE, { afterScript: options.afterScript });
  const bound = bindMigrationAwareSqlAdapterFactory(factory);
  return bindings.SchemaEngine.new({ datamodels: options.datamodels }, () => {}, bound);
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
