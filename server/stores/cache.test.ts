import { describe, expect, it } from "vitest";
import { connectionKey, type Kept, openStoreCache } from "@/server/stores/cache";

const TOKEN: Kept<string> = { kind: "toy", name: "token" };
const FEW: Kept<number> = { kind: "toy", name: "lists", most: 2 };

function opened() {
  let nowMs = 1_000;
  const cache = openStoreCache(() => nowMs);
  return { cache, pass: (ms: number) => (nowMs += ms) };
}

describe("a value", () => {
  it("is returned until its time, and without one for ever", () => {
    const { cache, pass } = opened();
    cache.set(TOKEN, "a", "short", 1_500);
    cache.set(TOKEN, "b", "long");
    pass(499);
    expect([cache.get(TOKEN, "a"), cache.get(TOKEN, "b")]).toEqual(["short", "long"]);
    pass(1);
    expect(cache.get(TOKEN, "a")).toBeUndefined();
    pass(1e12);
    expect(cache.get(TOKEN, "b")).toBe("long");
  });

  it("is kept apart by kind, name and connection, and in another cache not at all", () => {
    const { cache } = opened();
    cache.set(TOKEN, "a", "one");
    for (const other of [
      { kind: "toys", name: "token" },
      { kind: "toy", name: "tokens" },
    ])
      expect(cache.get(other, "a")).toBeUndefined();
    expect(cache.get(TOKEN, "b")).toBeUndefined();
    expect(opened().cache.get(TOKEN, "a")).toBeUndefined();
    cache.delete(TOKEN, "a");
    expect(cache.get(TOKEN, "a")).toBeUndefined();
  });

  it("is dropped when it was set first and there are too many with its name", () => {
    const { cache } = opened();
    for (const [n, key] of ["a", "b", "a", "c"].entries()) cache.set(FEW, key, n);
    expect(["a", "b", "c"].map((key) => cache.get(FEW, key))).toEqual([2, undefined, 3]);
    for (let n = 0; n < 1001; n += 1) cache.set(TOKEN, `${n}`, "token");
    expect(["0", "1", "1000"].map((key) => cache.get(TOKEN, key))).toEqual([undefined, "token", "token"]);
  });
});

describe("a shared computation", () => {
  it("runs once for all who ask meanwhile, and again for who asks later", async () => {
    const { cache } = opened();
    let runs = 0;
    const compute = () => Promise.resolve(`token ${(runs += 1)}`);
    const asked = ["a", "a", "b"].map((key) => cache.share(TOKEN, key, compute));
    expect(await Promise.all(asked)).toEqual(["token 1", "token 1", "token 2"]);
    expect(await cache.share(TOKEN, "a", compute)).toBe("token 3");
  });

  it("fails for all who asked when it fails, and is begun anew", async () => {
    const { cache } = opened();
    const fail = () => Promise.reject(new Error("no"));
    const asked = [1, 2].map(() => cache.share(TOKEN, "a", fail));
    for (const each of asked) await expect(each).rejects.toThrow("no");
    expect(await cache.share(TOKEN, "a", () => Promise.resolve("yes"))).toBe("yes");
  });
});

it("a connection's key has nothing of its secrets, and is another for another sign-in or address", () => {
  const keys = [
    connectionKey({ url: "https://a.example", credentials: { token: "secret-1" } }),
    connectionKey({ url: "https://a.example", credentials: { token: "secret-2" } }),
    connectionKey({ url: "https://b.example", credentials: { token: "secret-1" } }),
  ];
  expect(new Set(keys).size).toBe(3);
  expect(keys.join()).not.toContain("secret");
});
