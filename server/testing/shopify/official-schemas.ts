import { readFileSync } from "node:fs";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { buildClientSchema, type GraphQLSchema } from "graphql";
import { z } from "zod";
import { ensureInstalled } from "@/scripts/install.mjs";

const FOLDER = join(import.meta.dirname, "../../../scripts/shopify-schemas");
const DATA = join(FOLDER, "node_modules/@shopify/dev-mcp/dist/data");

const versionsShape = z.object({
  admin: z.array(z.object({ name: z.string(), latestVersion: z.boolean().optional() })),
});

/** A version of the Admin API with its official schema. */
export interface OfficialSchema {
  readonly version: string;
  readonly schema: GraphQLSchema;
}

/**
 * Returns the official schemas from the version that was the newest stable one when the package was published, up to
 * the one in development. Installs the package that ships them, if it is not there.
 */
export async function officialSchemas(): Promise<OfficialSchema[]> {
  await ensureInstalled(FOLDER, "the schemas of Shopify's Admin API");
  const listed = readFileSync(join(DATA, "supported-versions-schema.json"), "utf8");
  const { admin } = versionsShape.parse(JSON.parse(listed));
  const oldest = admin.find(({ latestVersion }) => latestVersion)?.name ?? "";
  const versions = admin.map(({ name }) => name).filter((name) => name >= oldest);
  return versions.sort().map((version) => ({ version, schema: schemaOf(version) }));
}

function schemaOf(version: string): GraphQLSchema {
  const text = gunzipSync(readFileSync(join(DATA, `admin_${version}.json.gz`))).toString("utf8");
  const parsed = JSON.parse(text);
  return buildClientSchema(parsed.data ?? parsed, { assumeValid: true });
}
