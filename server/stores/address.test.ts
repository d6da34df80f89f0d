import { createServer } from "node:http";
import { connect } from "node:net";
import { afterEach, describe, expect, it } from "vitest";
import type { ResolvedAddress } from "@/server/outbound/address";
import { parseStoreUrl, pinStoreAddress } from "@/server/stores/address";

const open: { close: () => void }[] = [];
afterEach(() => {
  for (const server of open.splice(0)) server.close();
});

const responses =
  (...addresses: readonly string[]) =>
  async (): Promise<ResolvedAddress[]> =>
    addresses.map((address) => ({ address, family: address.includes(":") ? 6 : 4 }));

const pin = (url: string, resolve = responses("93.184.215.14"), allowPrivate = false) =>
  pinStoreAddress(parseStoreUrl(url), { allowPrivate, resolve });

describe("a store address that a person typed", () => {
  it.each([
    "ftp://shop.example/",
    "file:///etc/passwd",
    "javascript:alert(1)",
    "https://user:secret@shop.example/",
    "https://shop.example/?a=b",
    "https://shop.example/#x",
    "shop.example",
    "",
  ])("%s is refused", (text) => {
    expect(() => parseStoreUrl(text)).toThrow(expect.objectContaining({ reason: "address_refused" }));
  });

  it("keeps its path", () => {
    expect(parseStoreUrl("https://shop.example/admin-api").pathname).toBe("/admin-api");
  });

  it.each([
    "http://127.0.0.1/",
    "http://2130706433/",
    "http://0177.0.0.1/",
    "http://0x7f.1/",
    "http://127.1/",
    "http://0.0.0.0/",
    "http://10.1.2.3/",
    "http://100.64.0.1/",
    "http://169.254.169.254/latest/meta-data/",
    "http://172.16.0.1/",
    "http://192.168.1.1/",
    "http://224.0.0.1/",
    "http://255.255.255.255/",
    "http://[::1]/",
    "http://[::]/",
    "http://[::ffff:127.0.0.1]/",
    "http://[::ffff:7f00:1]/",
    "http://[64:ff9b::7f00:1]/",
    "http://[64:ff9b:1::7f00:1]/",
    "http://[::127.0.0.1]/",
    "http://[fec0::1]/",
    "http://[2002:7f00:1::]/",
    "http://[fe80::1]/",
    "http://[fd00::1]/",
    "http://[ff02::1]/",
  ])("%s is not called without leave", async (url) => {
    await expect(pin(url)).rejects.toMatchObject({ reason: "address_refused", certainty: "definite" });
    await expect(pin(url, responses(), true)).resolves.toBeDefined();
  });

  it.each([
    ["a private address", ["192.168.0.10"]],
    ["loopback behind IPv4-mapped IPv6", ["::ffff:127.0.0.1"]],
    ["one public and one private address", ["93.184.215.14", "10.0.0.1"]],
    ["something that is no address", ["elsewhere"]],
  ])("a name that resolves to %s is refused", async (_what, addresses) => {
    await expect(pin("https://shop.example/", responses(...addresses))).rejects.toMatchObject({
      reason: "address_refused",
    });
  });

  it("a name that does not resolve is unreachable, for certain", async () => {
    const failing = async () => Promise.reject(new Error("ENOTFOUND"));
    const unreachable = { reason: "unreachable", certainty: "definite" };
    await expect(pin("https://shop.example/", failing)).rejects.toMatchObject(unreachable);
    await expect(pin("https://shop.example/", responses())).rejects.toMatchObject(unreachable);
  });
});

describe("a name that changes its mind after it was checked", () => {
  const rebinding = (...turns: readonly string[]) => {
    const asked: string[] = [];
    const resolve = async (hostname: string): Promise<ResolvedAddress[]> => {
      asked.push(hostname);
      return [{ address: turns[asked.length - 1] ?? "127.0.0.1", family: 4 }];
    };
    return { asked, resolve };
  };

  it("is asked once, and the socket gets the address that was checked", async () => {
    const { asked, resolve } = rebinding("93.184.215.14", "127.0.0.1");
    const { lookup } = await pinStoreAddress(new URL("https://shop.example/"), {
      allowPrivate: false,
      resolve,
    });
    for (const all of [true, false]) {
      const given = await new Promise((found) =>
        lookup("shop.example", { all }, (_error, address) => {
          found(address);
        }),
      );
      expect(given).toEqual(all ? [{ address: "93.184.215.14", family: 4 }] : "93.184.215.14");
    }
    expect(asked).toEqual(["shop.example"]);
  });

  it("a real connection goes where the check looked, not where the name points later", async () => {
    const server = createServer().listen(0, "127.0.0.1");
    open.push(server);
    await new Promise((resolve) => server.once("listening", resolve));
    const address = server.address();
    const port = typeof address === "object" && address ? address.port : 0;
    const { resolve } = rebinding("127.0.0.1", "203.0.113.1");
    const { lookup } = await pinStoreAddress(new URL("http://shop.example/"), {
      allowPrivate: true,
      resolve,
    });
    const socket = connect({ host: "shop.example", port, lookup });
    await new Promise((connected, failed) => {
      socket.once("connect", connected).once("error", failed);
    });
    expect(socket.remoteAddress).toBe("127.0.0.1");
    socket.destroy();
  });
});
