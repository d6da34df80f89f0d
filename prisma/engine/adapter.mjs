import { randomUUID } from "node:crypto";
import { PrismaPg } from "@prisma/adapter-pg";
import { ColumnTypeEnum } from "@prisma/driver-adapter-utils";
import pg from "pg";

// The catalog's own "char" type (oid 18). The engine reads it when it describes a database; the adapter refuses it.
const CHAR_OID = 18;

/**
 * The same connection string with another database in it.
 * @param {string} url a postgres:// connection string
 * @param {string} database the plain name of a database
 * @returns {string}
 */
export function withDatabase(url, database) {
  const changed = new URL(url);
  changed.pathname = `/${encodeURIComponent(database)}`;
  return changed.toString();
}

/**
 * The driver adapter as the schema engine needs it. Three things differ from the adapter that serves the client:
 * a script is sent whole (the original cuts it at every semicolon, also inside function bodies, and each piece commits
 * on its own); columns of the catalog's "char" type are read; the shadow database has its own connection string.
 */
export class EngineAdapterFactory extends PrismaPg {
  #url;
  #afterScript;
  #open = new Set();

  /** @type {Error | undefined} what the server said of the last script that failed; the engine's own words lose much of it */
  scriptError;

  /**
   * @param {string} url a postgres:// connection string of a role that owns the database
   * @param {{ afterScript?: string }} [options] afterScript: SQL that commits together with each script
   */
  constructor(url, options = {}) {
    const schema = new URL(url).searchParams.get("schema") ?? undefined;
    super({ connectionString: url, max: 1 }, { schema });
    this.#url = url;
    this.#afterScript = options.afterScript ?? "";
  }

  async connect() {
    const adapter = await super.connect();
    readCharColumns(adapter);
    adapter.executeScript = (script) => this.#executeWhole(adapter, `${script}\n;${this.#afterScript}`);
    const disconnect = adapter.dispose.bind(adapter);
    adapter.dispose = async () => {
      if (this.#open.delete(adapter)) await disconnect();
    };
    this.#open.add(adapter);
    return adapter;
  }

  async #executeWhole(adapter, script) {
    try {
      await adapter.underlyingDriver().query(script);
    } catch (error) {
      this.scriptError = error;
      adapter.onError(error);
    }
  }

  /** Closes the connections that the engine left open. */
  async close() {
    await Promise.all([...this.#open].map((adapter) => adapter.dispose()));
  }

  async connectToShadowDb() {
    const database = `prisma_migrate_shadow_db_${randomUUID()}`;
    await administer(this.#url, `CREATE DATABASE ${pg.escapeIdentifier(database)}`);
    const shadow = await new EngineAdapterFactory(withDatabase(this.#url, database)).connect();
    const disconnect = shadow.dispose.bind(shadow);
    shadow.dispose = async () => {
      await disconnect();
      await administer(this.#url, `DROP DATABASE IF EXISTS ${pg.escapeIdentifier(database)} WITH (FORCE)`);
    };
    return shadow;
  }
}

/**
 * Runs one statement on a connection of its own, outside any transaction.
 * @param {string} url
 * @param {string} sql
 */
export async function administer(url, sql) {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(sql);
  } finally {
    await client.end();
  }
}

// The adapter turns field oids into column types after it has read the rows. The oid is presented as text so that it passes,
// and the type is set right afterwards, matched by the identity of the rows.
function readCharColumns(adapter) {
  const charColumns = new WeakMap();
  const performIO = adapter.performIO.bind(adapter);
  const queryRaw = adapter.queryRaw.bind(adapter);
  adapter.performIO = async (query) => {
    const result = await performIO(query);
    const chars = result.fields.filter((field) => field.dataTypeID === CHAR_OID);
    charColumns.set(
      result.rows,
      chars.map((field) => result.fields.indexOf(field)),
    );
    for (const field of chars) field.dataTypeID = pg.types.builtins.TEXT;
    return result;
  };
  adapter.queryRaw = async (query) => {
    const result = await queryRaw(query);
    for (const column of charColumns.get(result.rows) ?? [])
      result.columnTypes[column] = ColumnTypeEnum.Character;
    return result;
  };
}
