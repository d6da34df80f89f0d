import { setTimeout as pause } from "node:timers/promises";
import createClient from "openapi-fetch";
import type { components, paths } from "./generated/api";

/** The main job as a customer's script: run, take the largest change, accept, approve, wait until it is applied. */
const [url, token] = process.argv.slice(2);
if (!url || !token) throw new Error("Usage: main-job.ts <address of the service> <pck_ token>");

const api = createClient<paths>({
  baseUrl: `${url}/api/v1`,
  headers: { authorization: `Bearer ${token}` },
});
const WITHIN_MS = 60_000;

type Recommendation = components["schemas"]["Recommendation"];

/** Returns the answer's data. @throws Error with the service's message if it was refused */
function dataOf<T>({ data, error }: { data?: T; error?: { error: string; message: string } }): T {
  if (data === undefined) throw new Error(error ? `${error.error}: ${error.message}` : "No answer.");
  return data;
}

async function until<T>(look: () => Promise<T>, isThere: (found: T) => boolean): Promise<T> {
  for (const end = Date.now() + WITHIN_MS; Date.now() < end; await pause(500)) {
    const found = await look();
    if (isThere(found)) return found;
  }
  throw new Error(`Not there within ${WITHIN_MS / 1000} s.`);
}

async function finishedRun(): Promise<string> {
  const started = dataOf(await api.POST("/runs", { body: {} }));
  if (!("run" in started)) throw new Error("The run was there before.");
  const path = { run_id: started.run.id };
  const run = await until(
    async () => dataOf(await api.GET("/runs/{run_id}", { params: { path } })),
    ({ status }) => status === "succeeded" || status === "failed" || status === "canceled",
  );
  if (run.status !== "succeeded") throw new Error(`The run ${run.status}: ${run.error ?? ""}`);
  return run.id;
}

async function largestChange(runId: string): Promise<Recommendation> {
  const query = { run_id: runId, status: "new" as const, kind: "price_change" as const };
  const { data } = dataOf(await api.GET("/recommendations", { params: { query } }));
  const [largest] = [...data].sort((a, b) => moveOf(b) - moveOf(a));
  if (!largest) throw new Error("Nothing to change.");
  return largest;
}

const moveOf = ({ change_ratio }: Recommendation): number => Math.abs(Number(change_ratio ?? "0"));

const runId = await finishedRun();
const { id, version } = await largestChange(runId);
const path = { rec_id: id };
dataOf(await api.POST("/recommendations/{rec_id}/accept", { params: { path } }));
dataOf(await api.POST("/recommendations/{rec_id}/approve", { params: { path }, body: { version } }));
const applied = await until(
  async () => dataOf(await api.GET("/recommendations/{rec_id}", { params: { path } })),
  ({ status }) => status === "applied" || status === "failed",
);
console.log(
  JSON.stringify({
    run: runId,
    recommendation: id,
    status: applied.status,
    price: applied.recommended_price,
  }),
);
