import { auditObjects } from "@/server/db/audit/objects";
import type { Tx } from "@/server/db/database/transaction";
import { maskedAddress } from "@/server/domain/log/masked-address";

/**
 * Returns the name of who asked for something: a person's present name, or their address, masked, where they gave none,
 * and that of a token, an application or a schedule. The id remains where nobody has a name any more, and for the
 * service and its operator.
 */
export async function requesterName(tx: Tx, id: string): Promise<string> {
  const requester = (await auditObjects(tx, [id])).get(id);
  if (!requester?.name) return id;
  const { kind, name, detail } = requester;
  if (kind === "member") return name === detail ? maskedAddress(name) : name;
  return `${kind} “${name}”`;
}
