import { z } from "zod";
import { connectionKey, type Kept } from "@/server/stores/cache";
import { type StoreConnection, StoreError } from "@/server/stores/port";
import type { VendureCredentials } from "@/server/stores/vendure/declaration";
import { callVendure, type Operation } from "@/server/stores/vendure/graphql";

/** A connection with credentials parsed by the connector's schema. */
export type VendureConnection = StoreConnection & { readonly vendure: VendureCredentials };

const SESSION: Kept<string> = { kind: "vendure", name: "session" };

const LOGIN = `mutation SignIn($username: String!, $password: String!) {
  login(username: $username, password: $password, rememberMe: false) {
    __typename ... on ErrorResult { message }
  }
}`;
const loginResponse = z.object({
  login: z.object({ __typename: z.string(), message: z.string().optional() }),
});

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
  const { cache } = connection;
  const known = cache.get(SESSION, connectionKey(connection)) !== undefined;
  try {
    return (await callVendure(connection, await identify(connection), operation, shape)).data;
  } catch (error) {
    if (!(error instanceof StoreError) || error.reason !== "unauthorized") throw error;
    cache.delete(SESSION, connectionKey(connection));
    if (!known || operation.access === "write") throw error;
    return (await callVendure(connection, await identify(connection), operation, shape)).data;
  }
}

async function identify(connection: VendureConnection): Promise<Record<string, string>> {
  const { vendure, cache } = connection;
  const channel: Record<string, string> = vendure.channelToken
    ? { "vendure-token": vendure.channelToken }
    : {};
  if ("apiKey" in vendure) return { ...channel, "vendure-api-key": vendure.apiKey };
  const key = connectionKey(connection);
  const token = cache.get(SESSION, key) ?? (await signIn(connection, vendure));
  cache.set(SESSION, key, token);
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
