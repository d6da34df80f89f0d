import type { Grant } from "./grant";

/** The second line of an application: its host, or that it is registered here, and where its redirects go. */
export function clientDetail({ client, answered_at }: Grant): string {
  const known = client.kind === "registered" ? "registered here" : (client.host ?? "unknown host");
  return answered_at === null ? known : `${known} · answered at ${answered_at}`;
}

const CHANNELS = { mcp: "Agent (MCP)", api: "REST" } as const;

/** The interfaces the application uses. */
export const channels = ({ resources }: Grant): string => resources.map((each) => CHANNELS[each]).join(", ");

/** Why the grant ended, and who ended it; null while it is active. */
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
