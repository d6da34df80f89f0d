import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { PrismaPg } from "@prisma/adapter-pg";
import { bindMigrationAwareSqlAdapterFactory, ColumnTypeEnum } from "@prisma/driver-adapter-utils";
import * as engine from "@prisma/schema-engine-wasm/schema_engine_bg";
import pg from "pg";

/** Oids of the catalog's own type "char" and of an array of it. */
const CHAR = 18;
const CHARS = 1002;

/**
 * Compares a database with a Prisma schema, by Prisma's own schema engine.
 * @param ownerUrl connection string of the role that owns the database
 * @param schemaFile path of the schema
 * @returns the statements that would make the database what the schema says, or a comment that says that there are none
 */
export async function schemaDifference(ownerUrl: string, schemaFile: string): Promise<string> {
  await loadEngine();
  const pool = new pg.Pool({ connectionString: ownerUrl, max: 1 });
  try {
    const adapters = bindMigrationAwareSqlAdapterFactory(new CatalogReader(readingChars(pool)));
    const opened = await engine.SchemaEngine.new({ datamodels: undefined }, () => undefined, adapters);
    const files = [{ path: schemaFile, content: await readFile(schemaFile, "utf8") }];
    const difference = await opened.diff({
      from: { tag: "schemaDatasource", files, configDir: dirname(schemaFile) },
      to: { tag: "schemaDatamodel", files },
      script: true,
      exitCode: true,
      filters: { externalTables: [], externalEnums: [] },
    });
    return difference.stdout ?? "";
  } finally {
    await pool.end();
  }
}

// The engine reads columns of "char", and the adapter refuses them. It gets them as arrays, which it knows, and their
// type is put right before the engine sees it; the engine asks for no such array.
class CatalogReader extends PrismaPg {
  override async connect() {
    const adapter = await super.connect();
    const queryRaw = adapter.queryRaw.bind(adapter);
    adapter.queryRaw = async (query) => {
      const result = await queryRaw(query);
      const columnTypes = result.columnTypes.map((type) =>
        type === ColumnTypeEnum.CharacterArray ? ColumnTypeEnum.Character : type,
      );
      return { ...result, columnTypes };
    };
    return adapter;
  }
}

function readingChars(pool: pg.Pool): pg.Pool {
  const query = pool.query.bind(pool) as (...asked: unknown[]) => Promise<pg.QueryArrayResult>;
  const asChars = async (...asked: unknown[]) => {
    const result = await query(...asked);
    for (const field of result.fields) if (field.dataTypeID === CHAR) field.dataTypeID = CHARS;
    return result;
  };
  return Object.assign(pool, { query: asChars });
}

// Node 20 cannot import a .wasm module, so the package's own entry does not load there: it is instantiated by hand.
async function loadEngine(): Promise<void> {
  const set_message = (message: string) => process.stderr.write(`The schema engine stopped: ${message}\n`);
  Object.assign(globalThis, { PRISMA_WASM_PANIC_REGISTRY: { set_message } });
  const entry = createRequire(import.meta.url).resolve("@prisma/schema-engine-wasm");
  const code = await readFile(join(dirname(entry), "schema_engine_bg.wasm"));
  const { instance } = await WebAssembly.instantiate(code, { "./schema_engine_bg.js": { ...engine } });
  const { __wbindgen_start: start } = instance.exports;
  engine.__wbg_set_wasm(instance.exports);
  if (typeof start === "function") start();
}
