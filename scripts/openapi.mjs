// The API's document: `freeze` stores what the service serves now, `diff` fails if that breaks the frozen one, `lint`
// fails if it is not valid OpenAPI, and `types` generates TypeScript types for clients from the frozen one.
import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { tsImport } from "tsx/esm/api";

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const frozen = join(root, "server", "api", "openapi.frozen.json");
// The address of an installation is not part of the contract.
const ADDRESS = "http://localhost:3000";

async function served() {
  const { openApiText } = await tsImport("../server/http/openapi.ts", import.meta.url);
  const { appRouter } = await tsImport("../server/api/root.ts", import.meta.url);
  return `${JSON.stringify(JSON.parse(openApiText(appRouter, ADDRESS)), null, 1)}\n`;
}

function redocly(...args) {
  const cli = join(root, "node_modules", "@redocly", "cli", "bin", "cli.js");
  const env = { ...process.env, REDOCLY_TELEMETRY: "off", REDOCLY_SUPPRESS_UPDATE_NOTICE: "true" };
  return spawnSync(process.execPath, [cli, ...args], { cwd: root, env, stdio: "inherit" }).status ?? 1;
}

async function withServed(work) {
  const folder = mkdtempSync(join(tmpdir(), "pricecheck-openapi-"));
  try {
    const file = join(folder, "openapi.json");
    writeFileSync(file, await served());
    return work(file);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

const commands = {
  freeze: async () => {
    writeFileSync(frozen, await served());
    return 0;
  },
  types: async () => {
    const { default: typesOf, astToString } = await import("openapi-typescript");
    const into = join(root, "e2e", "sample", "generated");
    mkdirSync(into, { recursive: true });
    writeFileSync(join(into, "api.ts"), astToString(await typesOf(pathToFileURL(frozen))));
    return 0;
  },
  lint: () => withServed((file) => redocly("lint", "--config", "redocly.yaml", file)),
  diff: () =>
    withServed((file) =>
      redocly("diff", frozen, file, "--fail-on", "major", "--skip-rule", "enum-values-added"),
    ),
};

const command = commands[process.argv[2]];
if (!command) {
  process.stderr.write(`Usage: node scripts/openapi.mjs ${Object.keys(commands).join("|")}\n`);
  process.exit(2);
}
process.exitCode = await command();
