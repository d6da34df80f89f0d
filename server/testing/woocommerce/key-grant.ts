import { randomBytes } from "node:crypto";
import type { Shop, ShopKey } from "./shop";

/** Sends a message of the shop; returns the status of the answer. */
export type SendMessage = (url: string, body: string) => Promise<number>;

const overNetwork: SendMessage = async (url, body) => {
  const headers = { "content-type": "application/json;charset=UTF-8" };
  return (await fetch(url, { method: "POST", headers, body })).status;
};

/**
 * The shop's page on which a signed-in merchant agrees to create a key: it sends the key to the callback, and only if
 * that answers 200 keeps it and leads the merchant back.
 * @param page the address of the page
 * @param send the shop's way to the callback; by default the network
 * @returns where the shop leads the merchant
 * @throws Error as the shop's page words it
 */
export async function agreeToKey(shop: Shop, page: string, send: SendMessage = overNetwork): Promise<string> {
  const { searchParams, pathname } = new URL(page);
  if (pathname !== "/wc-auth/v1/authorize") throw new Error(`There is no page ${pathname}`);
  const given = (name: string): string => {
    const value = searchParams.get(name);
    if (value === null || value === "") throw new Error(`Missing parameter ${name}`);
    return value;
  };
  given("app_name");
  const [state, returnUrl, callbackUrl] = [given("user_id"), given("return_url"), given("callback_url")];
  if (given("scope") !== "read_write") throw new Error("Invalid scope");
  if (!callbackUrl.startsWith("https://")) throw new Error("The callback_url needs to be over SSL");
  const key: ShopKey = {
    consumerKey: `ck_${randomBytes(20).toString("hex")}`,
    consumerSecret: `cs_${randomBytes(20).toString("hex")}`,
    permissions: "read_write",
  };
  const body = {
    key_id: shop.keys.length + 1,
    user_id: state,
    consumer_key: key.consumerKey,
    consumer_secret: key.consumerSecret,
    key_permissions: key.permissions,
  };
  if ((await send(callbackUrl, JSON.stringify(body))) !== 200)
    throw new Error("An error occurred in the request and at the time were unable to send the consumer data");
  shop.keys.push(key);
  const back = new URL(returnUrl);
  back.searchParams.set("success", "1");
  back.searchParams.set("user_id", state);
  return back.href;
}
