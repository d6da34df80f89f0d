import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";
import { BaseSequencer, type TestSpecification } from "vitest/node";

const root = fileURLToPath(new URL("./", import.meta.url));

/** Tests of processes, kills and large tables take up to minutes each, all others seconds. */
const LONG = /\/(small|kills|killed|main|one-start|stopping|vendure|(list-|revert-)?plans)\.test\.ts$/;

/** Begins with the long files: one of them last would keep one worker busy, and the other idle, for minutes. */
class LongFilesFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const isLong = ({ moduleId }: TestSpecification) => LONG.test(moduleId);
    return [...sorted.filter(isLong), ...sorted.filter((file) => !isLong(file))];
  }
}

export default defineConfig({
  resolve: { alias: [{ find: /^@\//, replacement: root }] },
  test: {
    // Many files wait for databases, stores and processes of their own; two at once take little more than half the time
    // of one after the other on two cores.
    maxWorkers: 2,
    sequence: { sequencer: LongFilesFirst },
    // What a test waits for comes as soon as a machine with other work gets to it.
    expect: { poll: { timeout: 15_000 } },
    provide: { testSeed: Number(process.env.TEST_SEED ?? 24) },
    projects: [
      {
        extends: true,
        test: {
          name: "unit",
          include: ["server/domain/**/*.test.ts", "app/**/*.test.ts"],
          // These tests keep no state in modules; one evaluation of the modules for all files halves their time.
          isolate: false,
          exclude: ["server/domain/pricing/engine/**"],
          testTimeout: 60_000,
        },
      },
      {
        extends: true,
        test: {
          // The pricing engine stands alone: its tests need nothing but it and a policy.
          name: "engine",
          include: ["server/domain/pricing/engine/**/*.test.ts"],
          isolate: false,
          testTimeout: 60_000,
        },
      },
      {
        extends: true,
        test: {
          // The connectors of stores stand alone: their tests need no database.
          name: "connectors",
          include: ["server/stores/**/*.test.ts"],
          isolate: false,
          testTimeout: 30_000,
          hookTimeout: 60_000,
        },
      },
      {
        extends: true,
        test: {
          // The page reader stands alone: its tests need no database.
          name: "reader",
          include: ["server/market/**/*.test.ts"],
          testTimeout: 30_000,
        },
      },
      {
        extends: true,
        test: {
          name: "integration",
          include: [
            "server/**/*.test.ts",
            "prisma/**/*.test.ts",
            "scripts/**/*.test.ts",
            "eval/**/*.test.ts",
            "bench/**/*.test.ts",
            "e2e/stores/**/*.test.ts",
            "e2e/exactly-once/**/*.test.ts",
            "e2e/webhooks/**/*.test.ts",
            "e2e/decision-batches/**/*.test.ts",
            "e2e/histories/**/*.test.ts",
            "e2e/hostile/**/*.test.ts",
            "e2e/faults/**/*.test.ts",
            "e2e/protocol-model/**/*.test.ts",
          ],
          exclude: [
            "server/domain/**",
            "server/stores/**",
            "server/market/**",
            "server/db/database/oldest-server.test.ts",
            "bench/commands.test.ts",
            "**/node_modules/**",
          ],
          globalSetup: ["server/testing/cluster.ts"],
          provide: { histories: 15 },
          // These tests leave no state in modules; evaluating the service's for each file took a third of the time.
          isolate: false,
          maxConcurrency: 2,
          testTimeout: 30_000,
          hookTimeout: 60_000,
        },
      },
      {
        extends: true,
        test: {
          // The statements on the oldest PostgreSQL that a service may use, with that server's defaults.
          name: "external",
          include: ["server/**/*plans.test.ts", "server/db/database/oldest-server.test.ts"],
          globalSetup: ["server/testing/external-cluster.ts"],
          testTimeout: 60_000,
          hookTimeout: 120_000,
        },
      },
      {
        extends: true,
        test: {
          // The commands that measure, each small, so that none stops running unseen.
          name: "measuring",
          include: ["bench/commands.test.ts"],
          maxConcurrency: 2,
        },
      },
      {
        extends: true,
        test: {
          name: "documented",
          include: ["server/api/**/*.test.ts"],
          globalSetup: ["server/testing/cluster.ts", "server/testing/document-proxy.ts"],
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
    ],
  },
});
