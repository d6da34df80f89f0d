import type { Tenant } from "@/server/db/database/tenant";
import type { Tx } from "@/server/db/database/transaction";
import type { Role } from "@/server/domain/permissions";
import type { Lifecycle, Plan } from "@/server/domain/plan/plans";
import type { Services } from "./services";

export interface Actor {
  readonly kind: "user" | "token" | "grant" | "system";
  readonly id: string;
  /** Display name: an e-mail address, a token's name, or an application's with the person it acts for. */
  readonly label: string;
  /** Replaces `label` in the audit log when `label` names a person, because the log cannot be redacted. */
  readonly pseudonym?: string;
  readonly userId: string | null;
}

/** Stores the answer of a request under its Idempotency-Key, in the transaction of the effect. */
export interface IdempotencySlot {
  complete(tx: Tx, result: unknown): Promise<void>;
}

/** Who acts in which workspace, and through which channel: the first argument of every use case. */
export interface RequestContext {
  readonly services: Services;
  readonly tenant: Tenant;
  readonly actor: Actor;
  readonly role: Role | null;
  readonly plan: Plan;
  readonly lifecycle: Lifecycle;
  readonly emailConfirmed: boolean;
  readonly via: "web" | "api" | "mcp" | "command" | "worker";
  readonly requestId: string | null;
  readonly ip: string | null;
  /** The batch that the change belongs to; the audit log names it. */
  readonly batchId?: string;
  readonly idempotencySlot?: IdempotencySlot;
}
