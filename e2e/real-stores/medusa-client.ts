/** Asks the Admin API of a Medusa server, without our connector. Throws unless the answer is 2xx. */
export type MedusaClient = (
  method: "GET" | "POST" | "DELETE",
  path: string,
  body?: unknown,
) => Promise<Record<string, unknown>>;

/** Returns a client that signs in by a header. */
export const clientFor =
  (url: string, authorization: string): MedusaClient =>
  async (method, path, body) => {
    const response = await fetch(`${url}${path}`, {
      method,
      headers: { "content-type": "application/json", connection: "close", authorization },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    if (!response.ok) throw new Error(`${method} ${path} answered ${response.status}: ${text.slice(0, 500)}`);
    return JSON.parse(text);
  };

export const byKey = (key: string): string => `Basic ${Buffer.from(`${key}:`).toString("base64")}`;
