import { randomBytes } from "node:crypto";
import type pg from "pg";
import { hashToken, mintToken, tokenDisplay } from "@/server/credentials/token";
import { DEFAULT_POLICY } from "@/server/domain/pricing/policy";
import { type Statement, statementsOf } from "./written";

/** The owner of every workspace of a bench. */
export const USER = "usr_bench";

/** Creates the user who owns the workspaces of a bench. */
export async function createOwner(client: pg.Client): Promise<void> {
  const text = "INSERT INTO users (id, email, email_confirmed_at) VALUES ($1, 'bench@example.test', now())";
  await client.query(text, [USER]);
}

/** Creates a workspace with a policy, the default one in EUR unless another is given. */
export async function insertWorkspace(
  sql: Statement,
  workspace: string,
  policy: object = DEFAULT_POLICY("EUR"),
): Promise<void> {
  await sql("INSERT INTO workspaces (id, name, plan) VALUES ($1, 'Bench', 'enterprise')", [workspace]);
  await sql(
    "INSERT INTO policy_versions (workspace_id, version, id, document, author) VALUES ($1, 1, 'pol_' || $1, $2, 'bench')",
    [workspace, JSON.stringify(policy)],
  );
}

/**
 * Creates a workspace in EUR with the default policy.
 * @param scopes what its token may do
 * @returns the token
 */
export async function openWorkspace(
  client: pg.Client,
  workspace: string,
  scopes: readonly string[],
): Promise<string> {
  const token = mintToken(randomBytes(32));
  const { prefix, last4 } = tokenDisplay(token);
  await insertWorkspace(statementsOf(client), workspace);
  await client.query("INSERT INTO memberships (workspace_id, user_id, role) VALUES ($1, $2, 'owner')", [
    workspace,
    USER,
  ]);
  await client.query(
    `INSERT INTO api_tokens (workspace_id, id, user_id, name, scopes, hash, prefix, last4)
     VALUES ($1, 'tok_' || $1, $2, 'bench', $3, $4, $5, $6)`,
    [workspace, USER, [...scopes], hashToken(token), prefix, last4],
  );
  return token;
}
