import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";

const root = fileURLToPath(new URL("../../", import.meta.url));

/** The long proof, of some hours. Every test run tries a few histories. */
export default defineConfig({
  root,
  resolve: { alias: [{ find: /^@\//, replacement: root }] },
  test: {
    name: "histories",
    include: ["e2e/histories/histories.test.ts"],
    globalSetup: ["server/testing/cluster.ts"],
    hookTimeout: 60_000,
  },
});
