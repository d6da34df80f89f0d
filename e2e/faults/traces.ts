import type { Beginnings, Seen } from "@/e2e/protocol-model/accept";
import type { Label } from "@/e2e/protocol-model/moves";
import { SKEW_MS } from "./options";
import type { Observation, Scene } from "./scene";

/** What was seen of one write-back, as the model of the protocol names it. */
export interface Trace {
  readonly write: string;
  readonly seen: readonly Seen[];
  readonly beginnings: Beginnings;
  /** Whether its variant had a sale; `late` is one that had ended unnoticed. */
  readonly sale: "late" | "running" | null;
}

/** Two clocks can differ by twice the error of one; a request is recorded a moment after its row. */
const MARGIN_MS = 2 * SKEW_MS + 1_000;

/** Returns the traces of a schedule's write-backs; none of one that processes of their own worked on. */
export async function tracesOf(scene: Scene): Promise<readonly Trace[]> {
  if (scene.processes !== null) return [];
  const rows = await scene.api.sql<{ id: string; ref: string; status: string }>(
    "SELECT id, store_ref AS ref, status FROM write_backs WHERE workspace_id = $1",
    [scene.shop.workspace.id],
  );
  const refs = new Map(rows.map(({ id, ref }) => [id, ref]));
  return rows.map(({ id, ref, status }) => {
    const events = scene.observed.filter((event) =>
      event.kind === "edited" || event.kind === "edit stands" ? event.ref === ref : event.write === id,
    );
    // The merchant's edits before the first lease are in the state that the model begins with.
    const first = events.findIndex(({ kind }) => kind !== "edited" && kind !== "edit stands");
    const seen = timed(first < 0 ? [] : events.slice(first), scene);
    const hasEnd = seen.some(({ label }) => label.startsWith("end"));
    const isOpen = ["queued", "sending", "unknown"].includes(status);
    // A sync, a person and the API process end a write-back too; no worker commits that.
    const end: Seen[] = hasEnd || isOpen ? [] : [{ label: endOf(status), mayExpire: true, maySettle: true }];
    const begun = events[first];
    const before = begun ? scene.observed.slice(0, scene.observed.indexOf(begun)) : [];
    return {
      write: id,
      seen: [...seen, ...end],
      beginnings: beginningsAfter(before, ref, refs),
      sale: scene.lateSales.has(ref) ? "late" : scene.store.onSale?.has(ref) ? "running" : null,
    };
  });
}

/**
 * After an edit that nothing has overwritten since, the store holds neither the expected price nor the approved one.
 */
function beginningsAfter(
  before: readonly Observation[],
  ref: string,
  refs: ReadonlyMap<string, string>,
): Beginnings {
  const last = before.findLast(
    (event) =>
      (event.kind === "edit stands" && event.ref === ref) ||
      (event.kind === "arrived" && refs.get(event.write) === ref),
  );
  return last?.kind === "edit stands" ? ["other"] : ["expected", "other"];
}

/** Names events, and says for each whether lease and quarantine may be over by then. */
function timed(events: readonly Observation[], { api }: Scene): Seen[] {
  const { writeBackLeaseMs, quarantineMs } = api.services.settings;
  let [leasedAt, sentAt] = [0, 0];
  return events.flatMap((event): Seen[] => {
    const label = labelOf(event);
    if (label === null) return [];
    const mayExpire = event.at >= leasedAt + writeBackLeaseMs - MARGIN_MS;
    const maySettle = event.at >= sentAt + Math.max(quarantineMs, DEFAULT_QUARANTINE_MS) - MARGIN_MS;
    if (label === "lease" || label === "commit") leasedAt = event.at;
    if (label === "commit") sentAt = event.at;
    return [{ label, mayExpire, maySettle }];
  });
}

/** Also where a mutant has none. */
const DEFAULT_QUARANTINE_MS = 60_000;

function labelOf(event: Observation): Label | null {
  switch (event.kind) {
    case "read":
      return "read";
    case "asked":
      return "send";
    case "arrived":
      return event.complete ? "arrive" : "arrive in part";
    case "edited":
      return "edit";
    case "edit stands":
      return null;
    case "committed":
      return labelOfCommit(event);
  }
}

function labelOfCommit({ name, status, sent }: Observation & { readonly kind: "committed" }): Label | null {
  switch (name) {
    case "write-leased":
      return "lease";
    case "send-recorded":
      return "commit";
    case "write-paused":
      return sent ? "pause sent" : "pause unsent";
    case "receipt-stored":
      return endOf(status);
    default:
      return null;
  }
}

const endOf = (status: string): Label =>
  status === "applied" ? "end applied" : status === "conflict" ? "end conflict" : "end failed";

/** The traces that the model of the protocol was given, and those that it does not allow. */
export interface Traces {
  taken: number;
  readonly rejected: { readonly name: string; readonly trace: Trace; readonly at: number }[];
}
