import { connectionKey, type Kept } from "@/server/stores/cache";
import { type StoreConnection, StoreError } from "@/server/stores/port";

/** A call as the user of a connection. */
interface UsersCall {
  /** The session, which is kept between calls. */
  readonly session: Kept<string>;
  readonly access: "read" | "write";
  /** Begins a session and returns its token. */
  readonly signIn: () => Promise<string>;
}

/**
 * Calls a store with the session of a connection's user. A read signs in again once if its session has ended; a write
 * never does, because its refusal has to reach the caller.
 * @param call receives the session's token
 * @throws StoreError
 */
export async function withSession<T>(
  connection: StoreConnection,
  { session, access, signIn }: UsersCall,
  call: (token: string) => Promise<T>,
): Promise<T> {
  const { cache } = connection;
  const key = connectionKey(connection);
  const hadSession = cache.get(session, key) !== undefined;
  const callOnce = async (): Promise<T> => {
    const token = cache.get(session, key) ?? (await signIn());
    cache.set(session, key, token);
    return call(token);
  };
  try {
    return await callOnce();
  } catch (error) {
    if (!(error instanceof StoreError) || error.reason !== "unauthorized") throw error;
    cache.delete(session, key);
    if (!hadSession || access === "write") throw error;
    return callOnce();
  }
}
