import { acceptsMutations, type Lifecycle, type Plan } from "@/server/domain/plan/plans";
import type { Database } from "../database/database";
import { queryAsSystem } from "../database/query";
import type { Tx } from "../database/transaction";

/** The workspace that strangers may look at. */
export interface DemoWorkspace {
  readonly id: string;
  readonly name: string;
  readonly plan: Plan;
  readonly lifecycle: Lifecycle;
}

const DEMO = { name: "demo_workspace", text: "SELECT id, name, plan, lifecycle FROM demo_workspace()" };

/** Finds the demo; null where there is none, and while it is suspended or being deleted. */
export async function findDemoWorkspace(db: Database): Promise<DemoWorkspace | null> {
  const marked = await findMarkedWorkspace(db);
  return marked && acceptsMutations(marked.lifecycle) ? marked : null;
}

/** Finds the demo in whatever state it is; null where there is none. */
export async function findMarkedWorkspace(db: Database): Promise<DemoWorkspace | null> {
  const [row] = await queryAsSystem<DemoWorkspace & Record<string, unknown>>(db, DEMO, []);
  return row ?? null;
}

/** Marks the transaction's workspace as the demo. */
export async function markDemo(tx: Tx): Promise<void> {
  await tx.run("UPDATE workspaces SET is_demo = true WHERE id = $1", [tx.tenant.workspaceId]);
}
