import type { Resource } from "@/server/auth/resources";
import type { ConsentRequest, ConsentWorkspace } from "@/server/oauth/schemas";

/** How the application's identity was established. */
export function clientText({ kind, host }: ConsentRequest["client"]): string {
  return kind === "registered"
    ? "Registered here by the operator of this service."
    : `Verified: it belongs to ${host ?? "an unknown host"}. The name is what it calls itself.`;
}

/** Where the authorization response is sent, and how far that can be trusted. */
export function redirectText({ kind, name }: ConsentRequest["redirect"]): string {
  if (kind === "web") return `Your answer is sent to ${name}.`;
  if (kind === "this_computer")
    return `Your answer is sent to a program on this computer (${name}). Any program here could ask in this name: continue only if you started this just now.`;
  return `Your answer is sent to the application that opens ${name}: links on this device. Continue only if you started this just now.`;
}

const CHANNELS: Readonly<Record<Resource, string>> = {
  mcp: "as an agent (MCP)",
  api: "through the REST API",
};

/** The interfaces the application will use. */
export const channelText = (resources: readonly Resource[]): string =>
  resources.map((each) => CHANNELS[each]).join(" and ");

/** Why a workspace cannot be chosen; shown after its name. */
export function blockerText({ plan, blocker }: ConsentWorkspace): string {
  switch (blocker) {
    case "plan":
      return `is on the ${plan} plan; agents need the max or enterprise plan`;
    case "lifecycle":
      return "accepts no changes at the moment";
    case "email_not_confirmed":
      return "needs you to confirm your e-mail address first";
    case null:
      return "can be chosen";
  }
}
