import { z } from "zod";
import type { Kept } from "@/server/stores/cache";
import { callMedusa, type MedusaCall, type MedusaConnection } from "@/server/stores/medusa/admin-api";
import { StoreError } from "@/server/stores/port";
import { withSession } from "@/server/stores/session";

const SESSION: Kept<string> = { kind: "medusa", name: "session" };
const signedIn = z.object({ token: z.string().optional() });

/**
 * Calls the server with the connection's key, or in the session of its user. The server accepts secret keys by Basic
 * only, as the user name.
 * @throws StoreError
 */
export async function askAdmin<T>(
  connection: MedusaConnection,
  call: MedusaCall,
  shape: z.ZodType<T>,
): Promise<T> {
  const { medusa } = connection;
  const ask = (authorization: string): Promise<T> => callMedusa(connection, { authorization }, call, shape);
  if ("apiKey" in medusa) return ask(`Basic ${Buffer.from(`${medusa.apiKey}:`).toString("base64")}`);
  const signInAs = () => signIn(connection, medusa);
  return withSession(connection, { session: SESSION, access: call.access, signIn: signInAs }, (token) =>
    ask(`Bearer ${token}`),
  );
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
