import type { Grant } from "./grant";

/** Whose application it is and where it is answered, under its name. */
export function clientDetail({ client, answered_at }: Grant): string {
  const known = client.kind === "registered" ? "registered here" : (client.host ?? "unknown host");
  return answered_at === null ? known : `${known} · answered at ${answered_at}`;
}

const CHANNELS = { mcp: "Agent (MCP)", api: "REST" } as const;

/** By which ways it acts. */
export const channels = ({ resources }: Grant): string => resources.map((each) => CHANNELS[each]).join(", ");

/** Why it ended, and by whom; null while it has not. */
export function endText({ ended }: Grant): string | null {
  if (!ended) return null;
  const by = ended.by === null ? "" : ` by ${ended.by}`;
  switch (ended.reason) {
    case "person":
    case "admin":
      return `Ended${by}`;
    case "client":
      return "Given back by the application";
    case "reused":
      return "Ended by us: one of its secrets was used twice";
    case "member_removed":
      return `Ended with the membership${by}`;
    case "account_deleted":
      return "Ended with the account";
    case "client_removed":
      return "The operator removed the application";
    case null:
      return "Ended";
  }
}
