import { createHash } from "node:crypto";
import { z } from "zod";
import { type StoreConnection, StoreError } from "@/server/stores/port";
import type { VendureCredentials } from "@/server/stores/vendure/declaration";
import { callVendure, type Operation } from "@/server/stores/vendure/graphql";

/** A connection with credentials parsed by the connector's schema. */
export type VendureConnection = StoreConnection & { readonly vendure: VendureCredentials };

const MAX_SESSIONS = 1000;
const sessions = new Map<string, string>();

const LOGIN = `mutation SignIn($username: String!, $password: String!) {
  login(username: $username, password: $password, rememberMe: false) {
    __typename ... on ErrorResult { message }
  }
}`;
const loginResponse = z.object({
  login: z.object({ __typename: z.string(), message: z.string().optional() }),
});

/** Identifies sign-in and store in memory; the key is a digest, so that it does not contain the password. */
export function connectionKey({ url, vendure }: VendureConnection): string {
  return createHash("sha256")
    .update(JSON.stringify([url, vendure]))
    .digest("base64");
}

/**
 * Runs one operation as the connected administrator or API key. A read signs in again once if its session has ended;
 * a write never does, because its refusal has to reach the caller.
 * @throws StoreError
 */
export async function runAsAdministrator<T>(
  connection: VendureConnection,
  operation: Operation,
  shape: z.ZodType<T>,
): Promise<T> {
  const known = sessions.has(connectionKey(connection));
  try {
    return (await callVendure(connection, await identify(connection), operation, shape)).data;
  } catch (error) {
    if (!(error instanceof StoreError) || error.reason !== "unauthorized") throw error;
    sessions.delete(connectionKey(connection));
    if (!known || operation.access === "write") throw error;
    return (await callVendure(connection, await identify(connection), operation, shape)).data;
  }
}

async function identify(connection: VendureConnection): Promise<Record<string, string>> {
  const { vendure } = connection;
  const channel: Record<string, string> = vendure.channelToken
    ? { "vendure-token": vendure.channelToken }
    : {};
  if ("apiKey" in vendure) return { ...channel, "vendure-api-key": vendure.apiKey };
  const key = connectionKey(connection);
  const token = sessions.get(key) ?? (await signIn(connection, vendure));
  remember(key, token);
  return { ...channel, authorization: `Bearer ${token}` };
}

async function signIn(
  connection: VendureConnection,
  { username, password }: { readonly username: string; readonly password: string },
): Promise<string> {
  // A sign-in changes no price, so a lost answer leaves nothing unknown.
  const operation: Operation = { query: LOGIN, variables: { username, password }, access: "read" };
  const { data, headers } = await callVendure(connection, {}, operation, loginResponse);
  if (data.login.__typename !== "CurrentUser") {
    const says = data.login.message?.slice(0, 200) ?? data.login.__typename;
    throw new StoreError("unauthorized", "definite", `The store refused the sign-in: ${says}`);
  }
  const token = headers["vendure-auth-token"];
  if (typeof token !== "string") {
    throw new StoreError(
      "rejected",
      "definite",
      'The store gives sessions by cookie only. Add "bearer" to authOptions.tokenMethod, or use an API key.',
    );
  }
  return token;
}

function remember(key: string, token: string): void {
  sessions.delete(key);
  sessions.set(key, token);
  const oldest = sessions.keys().next().value;
  if (sessions.size > MAX_SESSIONS && oldest !== undefined) sessions.delete(oldest);
}
