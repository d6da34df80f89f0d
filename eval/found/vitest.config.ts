import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";

const root = fileURLToPath(new URL("../../", import.meta.url));

/** What is expected of each folder of inputs, one file a folder; `npm run found` names the files and the folder. */
export default defineConfig({
  root,
  resolve: { alias: [{ find: /^@\//, replacement: root }] },
  test: {
    name: "found",
    include: ["eval/found/expected/*.ts"],
    globalSetup: ["server/testing/cluster.ts"],
    // Starting a service, and in some folders a shop beside it, takes its time on a busy machine.
    testTimeout: 120_000,
    hookTimeout: 120_000,
    maxWorkers: 2,
  },
});
