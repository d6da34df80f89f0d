import { z } from "zod";
import { connectionKey, type Kept } from "@/server/stores/cache";
import { callMedusa, type MedusaCall, type MedusaConnection } from "@/server/stores/medusa/admin-api";
import { StoreError } from "@/server/stores/port";

const SESSION: Kept<string> = { kind: "medusa", name: "session" };
const signedIn = z.object({ token: z.string().optional() });

/**
 * Calls the server with the connection's key or as its user. A read signs in again once if its session has ended; a write
 * never does, because its refusal has to reach the caller.
 * @throws StoreError
 */
export async function askAdmin<T>(
  connection: MedusaConnection,
  call: MedusaCall,
  shape: z.ZodType<T>,
): Promise<T> {
  const { cache } = connection;
  const hadSession = cache.get(SESSION, connectionKey(connection)) !== undefined;
  try {
    return await callMedusa(connection, { authorization: await identify(connection) }, call, shape);
  } catch (error) {
    if (!(error instanceof StoreError) || error.reason !== "unauthorized") throw error;
    cache.delete(SESSION, connectionKey(connection));
    if (!hadSession || call.access === "write") throw error;
    return callMedusa(connection, { authorization: await identify(connection) }, call, shape);
  }
}

/** The authorization of a call. The server accepts secret keys by Basic only, as the user name. */
async function identify(connection: MedusaConnection): Promise<string> {
  const { medusa, cache } = connection;
  if ("apiKey" in medusa) return `Basic ${Buffer.from(`${medusa.apiKey}:`).toString("base64")}`;
  const key = connectionKey(connection);
  const token = cache.get(SESSION, key) ?? (await signIn(connection, medusa));
  cache.set(SESSION, key, token);
  return `Bearer ${token}`;
}

async function signIn(
  connection: MedusaConnection,
  { email, password }: { readonly email: string; readonly password: string },
): Promise<string> {
  // A sign-in changes no price, so a lost answer leaves nothing unknown.
  const body = { email, password };
  const call = { method: "POST", path: "/auth/user/emailpass", body, access: "read" } as const;
  const { token } = await callMedusa(connection, {}, call, signedIn);
  if (token !== undefined) return token;
  throw new StoreError(
    "unauthorized",
    "definite",
    "The shop asks this user for more than a password: use a secret API key.",
  );
}
