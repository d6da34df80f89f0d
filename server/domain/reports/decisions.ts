import { laneOfActor, OPERATOR } from "../actors";

/** The decisions of the reports, by the action that the audit log stores. */
export const DECISIONS = {
  "recommendation.accept": "accept",
  "recommendation.first_approval": "first_approval",
  "recommendation.approve": "approve",
  "recommendation.reject": "reject",
  "recommendation.dismiss": "dismiss",
  "recommendation.resolve": "resolve",
  "recommendation.override": "override",
  "write_back.revert": "revert",
  "write_back.cancel": "cancel",
} as const;
export type DecisionAction = keyof typeof DECISIONS;

/** Who decides: a person, a token, an application of a person, a lane, the operator, or Pricecheck itself. */
export type DeciderKind = "person" | "token" | "application" | "lane" | "operator" | "pricecheck";

const KIND_OF: Readonly<Record<string, DeciderKind>> = {
  user: "person",
  token: "token",
  grant: "application",
};

/** Who decided, from the actor of an audit event, which is a kind and an id such as `user:usr_…`. */
export interface Decider {
  readonly kind: DeciderKind;
  /** Id of the person; null if it is no person. */
  readonly userId: string | null;
  /** Name of the lane; null if it is no lane. */
  readonly lane: string | null;
}

/** Reads the actor of an audit event. */
export function deciderOf(actor: string): Decider {
  const [type = "", ...rest] = actor.split(":");
  const id = rest.join(":");
  const kind = KIND_OF[type];
  if (kind !== undefined) return { kind, userId: kind === "person" ? id : null, lane: null };
  const lane = laneOfActor(id);
  if (lane !== null) return { kind: "lane", userId: null, lane };
  return { kind: id === OPERATOR.id ? "operator" : "pricecheck", userId: null, lane: null };
}
