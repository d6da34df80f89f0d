import { readFile } from "node:fs/promises";
import { Scenario } from "@/server/domain/pricing/scenario";
import { operatorContext } from "@/server/usecases/operator-context";
import { lintDraft } from "@/server/usecases/policy/lint";
import { readDraftForWorkspace } from "@/server/usecases/policy/priced-document";
import { restorePolicy } from "@/server/usecases/policy/restore";
import { setPolicy } from "@/server/usecases/policy/set";
import { readTransaction } from "@/server/usecases/transaction";
import { backtestPolicy } from "@/server/usecases/trials/backtest";
import { previewPolicy } from "@/server/usecases/trials/preview";
import { command, optional, required, UsageError } from "./command";
import { fileAt } from "./files";

const MAX_RUNS = 1_000;
const quietly = async (): Promise<void> => undefined;

export const policies = [
  command(
    "policy set",
    "Makes a policy document (JSON) the active one, as a new version",
    { workspace: required("ID"), file: required("FILE"), note: optional("TEXT") },
    async ({ services, folder }, { workspace, file, note }) => {
      const document = await jsonAt(folder, file);
      const context = await operatorContext(services, workspace);
      const { version, warnings } = await setPolicy(context, { document, note });
      return { workspace, version, ...(warnings.length > 0 ? { warnings } : {}) };
    },
  ),
  command(
    "policy restore",
    "Makes an earlier version of the policy the active one again, as a new version",
    { workspace: required("ID"), version: required("N"), note: optional("TEXT") },
    async ({ services }, { workspace, version, note }) => {
      const context = await operatorContext(services, workspace);
      const restored = numberOf("version", version, 1_000_000_000);
      return { workspace, restored, ...(await restorePolicy(context, { version: restored, note })) };
    },
  ),
  command(
    "policy lint",
    "Tells what is wrong or doubtful in a policy document, and gives it with lost constraints as limits",
    { workspace: required("ID"), file: required("FILE") },
    async ({ services, folder }, { workspace, file }) => {
      const document = await jsonAt(folder, file);
      const context = await operatorContext(services, workspace);
      const { findings, withLimits } = await lintDraft(context, document);
      return { workspace, findings, with_limits: withLimits };
    },
  ),
  command(
    "policy preview",
    "Tells what a run with a policy document would do to the catalog, and changes nothing",
    {
      workspace: required("ID"),
      file: required("FILE"),
      "cost-change": optional("FRACTION"),
      "competitor-price-change": optional("FRACTION"),
    },
    async ({ services, folder, print }, { workspace, file, ...changes }) => {
      const scenario = scenarioOf(changes);
      const document = await jsonAt(folder, file);
      const context = await operatorContext(services, workspace);
      const draft = await readTransaction(context, (tx) => readDraftForWorkspace(tx, document));
      const preview = await previewPolicy(services, context.tenant, { document: draft, scenario }, quietly);
      for (const { level, path, message } of preview.findings ?? []) print?.(`${level}: ${path}: ${message}`);
      return { workspace, ...preview };
    },
  ),
  command(
    "backtest",
    "Decides the latest runs again with a policy document, from what they stored, and changes nothing",
    { workspace: required("ID"), file: required("FILE"), runs: optional("5") },
    async ({ services, folder }, { workspace, file, runs }) => {
      const document = await jsonAt(folder, file);
      const context = await operatorContext(services, workspace);
      const draft = await readTransaction(context, (tx) => readDraftForWorkspace(tx, document));
      const { tenant } = context;
      const runCount = numberOf("runs", runs ?? "5", MAX_RUNS);
      const comparison = await backtestPolicy(services, tenant, { document: draft, runs: runCount }, quietly);
      return { workspace, ...comparison };
    },
  ),
];

/** Returns what the options suppose; null without any. @throws UsageError for what is no fraction in the range */
function scenarioOf(
  changes: Readonly<Record<"cost-change" | "competitor-price-change", string | undefined>>,
): Scenario | null {
  if (Object.values(changes).every((change) => change === undefined)) return null;
  const scenario = Scenario.safeParse({
    cost_change: changes["cost-change"],
    competitor_price_change: changes["competitor-price-change"],
  });
  if (scenario.success) return scenario.data;
  const [issue] = scenario.error.issues;
  throw new UsageError(
    `--${String(issue?.path[0] ?? "cost-change").replaceAll("_", "-")}: ${issue?.message ?? ""}`,
  );
}

function numberOf(name: string, text: string, max: number): number {
  if (/^[1-9]\d{0,9}$/.test(text) && Number(text) <= max) return Number(text);
  throw new UsageError(`--${name} is a whole number from 1 to ${max}.`);
}

async function jsonAt(folder: string, file: string): Promise<unknown> {
  const path = await fileAt(folder, file);
  try {
    return JSON.parse((await readFile(path, "utf8")).replace(/^\uFEFF/, ""));
  } catch (error) {
    throw new UsageError(`${path} is no JSON: ${error instanceof Error ? error.message : String(error)}`);
  }
}
