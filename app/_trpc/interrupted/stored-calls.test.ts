import { expect, it } from "vitest";
import {
  type CallStorage,
  containsSecret,
  dropCalls,
  type StoredCall,
  storeCall,
  storedCalls,
} from "./stored-calls";

function storage(): CallStorage {
  const held = new Map<string, string>();
  return {
    getItem: (key) => held.get(key) ?? null,
    setItem: (key, value) => void held.set(key, value),
    removeItem: (key) => void held.delete(key),
  };
}
const approve: StoredCall = {
  workspaceId: "ws_1",
  path: "recommendations.approve",
  input: { rec_id: "rec_1", version: 2 },
  key: "k1",
  says: "Approve Brass desk lamp",
};

it("keeps what was stopped for the same person, once, and forgets it when it was sent", () => {
  const place = storage();
  storeCall(place, "anna@shop.example", approve);
  storeCall(place, "anna@shop.example", approve);
  expect(storedCalls(place, "anna@shop.example")).toEqual([approve]);
  dropCalls(place, "anna@shop.example", ({ key }) => key === "k1");
  expect(storedCalls(place, "anna@shop.example")).toEqual([]);
});

it("offers nobody what another person was about to do", () => {
  const place = storage();
  storeCall(place, "anna@shop.example", approve);
  expect(storedCalls(place, "ben@shop.example")).toEqual([]);
  expect(storedCalls(place, "anna@shop.example")).toEqual([]);
});

it("writes no secret down", () => {
  const place = storage();
  storeCall(place, "a", { ...approve, input: { kind: "vendure", credentials: { apiKey: "x" } } });
  expect(storedCalls(place, "a")).toEqual([]);
  expect(containsSecret({ old: "x", password: "y" })).toBe(true);
  expect(containsSecret({ document: { rules: [{ password: "x" }] } })).toBe(true);
  expect(containsSecret({ password: null, reason: "The password of the supplier" })).toBe(false);
});
