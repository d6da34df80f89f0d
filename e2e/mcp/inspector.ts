import { tmpdir } from "node:os";
import { z } from "zod";
import { appRouter } from "@/server/api/root";
import { toolName } from "@/server/http/mcp/tools";
import { publishedRoutes, type Route } from "@/server/http/routes";
import { runSuite } from "./suites";
import type { Verdicts } from "./verdicts";

const PART = "inspector";
const WITHIN_MS = 30_000;

const Listed = z.looseObject({ tools: z.array(z.looseObject({ name: z.string() })) });
const Answer = z.looseObject({
  isError: z.boolean().optional(),
  structuredContent: z.record(z.string(), z.unknown()),
});
const Rows = z.looseObject({ data: z.array(z.looseObject({ id: z.string() })) });

/** The request that lists ids for a path parameter; below, the refusals that count as an answer in a live shop. */
const IDS_FROM: Readonly<Record<string, string>> = {
  rec_id: "recommendations?status=new&kind=price_change&limit=100",
  run_id: "runs",
  alert_id: "alerts?status=open",
  item_id: "catalog/items",
};
const ACCEPTED_ERRORS: ReadonlySet<unknown> = new Set(["forbidden_role", "conflict", "not_found"]);

/** Runs the MCP inspector's command line: lists every tool with its strict check, and calls every tool. */
export async function evaluateByInspector(
  { url, rest, token }: { readonly url: string; readonly rest: string; readonly token: string },
  verdicts: Verdicts,
): Promise<void> {
  const inspect = (args: readonly string[]) =>
    runSuite(
      "inspector",
      ["--cli", url, "--transport", "http", "--header", `Authorization: Bearer ${token}`, ...args],
      { withinMs: WITHIN_MS, cwd: tmpdir() },
    );
  const routes = publishedRoutes(appRouter).filter(({ declaration }) => declaration.mcp !== false);
  for (const era of ["legacy", "modern"]) {
    const { code, out, err } = await inspect(["--protocol-era", era, "--method", "tools/list", "--strict"]);
    const names = code === 0 ? Listed.parse(JSON.parse(out)).tools.map(({ name }) => name) : [];
    const all = names.length === routes.length && !/warning/i.test(err);
    const note = all ? null : `exit ${code}, ${names.length} of ${routes.length} tools: ${err.slice(-300)}`;
    verdicts.note({
      part: PART,
      name: `tools/list --strict (${era})`,
      result: all ? "passed" : "failed",
      note,
    });
  }
  const used = new Map<string, number>();
  for (const route of routes) {
    const input = JSON.stringify(await argumentsFor(route, rest, token, used));
    const name = toolName(route.procedurePath);
    const call = ["--protocol-era", "modern", "--method", "tools/call", "--tool-name", name];
    const { code, out, err } = await inspect([...call, "--tool-args-json", input, "--format", "json"]);
    verdicts.note({ part: PART, name: `tools/call ${name}`, ...outcome(code, out, err) });
  }
}

function outcome(
  code: number | null,
  out: string,
  err: string,
): { result: "passed" | "failed"; note: string | null } {
  const response = answerIn(out) ?? answerIn(err);
  if (!response) return { result: "failed", note: `exit ${code}: ${(out + err).slice(-300)}` };
  const { isError, structuredContent } = response;
  if (!isError) return { result: "passed", note: null };
  const { error } = structuredContent;
  return { result: ACCEPTED_ERRORS.has(error) ? "passed" : "failed", note: `refused with ${String(error)}` };
}

/** Parses the tool's answer from the printed output; null if there is none. */
function answerIn(printed: string): z.output<typeof Answer> | null {
  try {
    const json: unknown = JSON.parse(printed);
    const direct = Answer.safeParse(json);
    if (direct.success) return direct.data;
    return z.looseObject({ result: Answer }).parse(json).result;
  } catch {
    return null;
  }
}

/** Returns the document's example request, with the id of a row that no call before has used. */
async function argumentsFor(
  { declaration, parameters, procedurePath }: Route,
  rest: string,
  token: string,
  used: Map<string, number>,
): Promise<Record<string, unknown>> {
  const given = procedurePath === "recommendations.approve" ? {} : { ...declaration.example.request };
  const [parameter] = parameters;
  if (parameter === undefined) return given;
  const from = IDS_FROM[parameter];
  // An unknown id is refused with not_found, which also counts as an answer.
  if (from === undefined) return { ...given, [parameter]: parameter === "version" ? 1 : "none" };
  const response = await fetch(`${rest}/${from}`, { headers: { authorization: `Bearer ${token}` } });
  const { data } = Rows.parse(await response.json());
  const at = used.get(parameter) ?? 0;
  used.set(parameter, at + 1);
  const id = data[at % Math.max(1, data.length)]?.id;
  return { ...given, ...(id === undefined ? {} : { [parameter]: id }) };
}
