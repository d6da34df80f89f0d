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

/** The person's id in the label that the audit log stores: before a token's name, after an application's, or alone. */
const PERSON_IN = {
  token: /^usr_[0-9a-z]{26}(?= by token “)/,
  grant: /(?<= for )usr_[0-9a-z]{26}$/,
  user: /^usr_[0-9a-z]{26}$/,
} as const;

/**
 * Returns the id of the person in the stored label of an author; null without one. What a token or an application is called
 * is no person, whatever it is called.
 * @param actor kind and id, as the log stores them
 */
export function personIn({
  actor,
  label,
}: {
  readonly actor: string;
  readonly label: string;
}): string | null {
  const kind = (["token", "grant", "user"] as const).find((each) => actor.startsWith(`${each}:`));
  return (kind && PERSON_IN[kind].exec(label)?.[0]) ?? null;
}

/** Returns the label with the person's present name in the place of their id. */
export const labelNaming = (
  author: { readonly actor: string; readonly label: string },
  nameOf: (id: string) => string | null | undefined,
): string => {
  const id = personIn(author);
  return id === null ? author.label : author.label.replace(id, () => nameOf(id) ?? id);
};
