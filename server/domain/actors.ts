// Ids under which the service itself acts. They are stored with decisions and in the audit log, so none is renamed.

/** The operator's command line. */
export const OPERATOR = { kind: "system", id: "operator", label: "Operator" } as const;

/** The service, for work that no request started. */
export const WORKER = { kind: "system", id: "worker", label: "Pricecheck" } as const;

/** The service, where what a store or a run shows has settled a recommendation and nothing was left to decide. */
export const SETTLED_BY = { kind: "system", id: "system", label: "Pricecheck" } as const;

/** How the id of every lane begins. */
export const LANE_PREFIX = "lane:";

/** Returns the actor of an automatic lane. */
export const laneActor = (name: string) =>
  ({ kind: "system", id: `${LANE_PREFIX}${name}`, label: `Lane ${name}` }) as const;

/** Returns the name of the lane with that id; null for the id of anybody else. */
export const laneOfActor = (id: string): string | null =>
  id.startsWith(LANE_PREFIX) ? id.slice(LANE_PREFIX.length) : null;
