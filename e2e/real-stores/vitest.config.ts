import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";
import tests from "../../vitest.config";

const root = fileURLToPath(new URL("../../", import.meta.url));

/** The connectors against the real stores, among them one whose installation is too large for every test run. */
export default defineConfig({
  root,
  resolve: { alias: [{ find: /^@\//, replacement: root }] },
  test: {
    name: "real-stores",
    include: ["e2e/real-stores/*.test.ts", "server/stores/vendure/conformance.test.ts"],
    globalSetup: ["server/testing/cluster.ts"],
    provide: tests.test?.provide ?? {},
    // The stores are slow, and a second one would make the first one slower.
    maxWorkers: 1,
    testTimeout: 1_200_000,
    hookTimeout: 1_200_000,
  },
});
