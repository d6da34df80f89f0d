import { z } from "zod";
import type { Kept } from "@/server/stores/cache";
import { type StoreConnection, StoreError } from "@/server/stores/port";
import { withSession } from "@/server/stores/session";
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
 * Runs one operation with the connection's API key, or in the session of its administrator.
 * @throws StoreError
 */
export async function runAsAdministrator<T>(
  connection: VendureConnection,
  operation: Operation,
  shape: z.ZodType<T>,
): Promise<T> {
  const { vendure } = connection;
  const run = async (identity: Record<string, string>): Promise<T> => {
    const channel: Record<string, string> = vendure.channelToken
      ? { "vendure-token": vendure.channelToken }
      : {};
    return (await callVendure(connection, { ...channel, ...identity }, operation, shape)).data;
  };
  if ("apiKey" in vendure) return run({ "vendure-api-key": vendure.apiKey });
  const signInAs = () => signIn(connection, vendure);
  return withSession(connection, { session: SESSION, access: operation.access, signIn: signInAs }, (token) =>
    run({ authorization: `Bearer ${token}` }),
  );
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
