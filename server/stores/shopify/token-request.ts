import { z } from "zod";
import { callStore, invalidResponse } from "@/server/stores/http";
import { type StoreConnection, StoreError } from "@/server/stores/port";

const refusal = z.object({ error: z.string(), error_description: z.string().optional() });

/**
 * Asks the shop for a token.
 * @param form what the request says, by the names of OAuth
 * @throws StoreError, with certainty `definite`: nothing was changed in the shop; `unauthorized` for a refusal
 */
export async function askForToken<T>(
  connection: StoreConnection,
  form: Readonly<Record<string, string>>,
  shape: z.ZodType<T>,
): Promise<T> {
  const call = { method: "POST", path: "/admin/oauth/access_token", access: "read" } as const;
  const response = await callStore(connection, {
    ...call,
    headers: { "content-type": "application/x-www-form-urlencoded" },
    bodyText: new URLSearchParams(form).toString(),
    isOwnError: (json) => refusal.safeParse(json).success,
    missing: NO_TOKEN,
    explain: refusalText,
  });
  if (response.status >= 400)
    throw new StoreError("unauthorized", "definite", refusalText(response.json) ?? NO_TOKEN);
  const parsed = shape.safeParse(response.json);
  if (!parsed.success) throw invalidResponse(call, "The shop answered without a token.", parsed.error);
  return parsed.data;
}

const NO_TOKEN =
  "There is no Shopify shop at this address, or it gives this client no token: the app has to be installed in the shop.";

function refusalText(json: unknown): string | null {
  const { error, error_description: description } = refusal.safeParse(json).data ?? {};
  if (error === undefined) return null;
  if (error === "shop_not_permitted")
    return "The shop does not belong to the organization of this app. Use an app of the organization that owns the shop, or install the app in the shop.";
  if (error === "app_not_installed") return "The app is not installed in this shop.";
  return `The shop refused the client ID and secret: ${description ?? error}`;
}
