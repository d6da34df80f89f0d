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

/**
 * Names the person first, whatever the token is called, and tells tokens of one name apart by their last characters.
 */
export const labelOfToken = (person: string, { name, last4 }: { name: string; last4: string }): string =>
  `${person} by token “${name}” (…${last4})`;

/** Names the person first, whatever the application is called. */
export const labelOfApplication = (person: string, name: string): string =>
  `${person} by application “${name}”`;

/** The person's id in the label that the audit log stores: before the name of a token or an application, or alone. */
const PERSON_IN = {
  token: /^usr_[0-9a-z]{26}(?= by token “)/,
  grant: /^usr_[0-9a-z]{26}(?= by application “.*”$)/s,
  user: /^usr_[0-9a-z]{26}$/,
} as const;

/** How the log named applications before: by their name first, and the person's id at the end. */
const FORMER_APPLICATION = /^(?<name>.*) for (?<person>usr_[0-9a-z]{26})$/s;

interface StoredAuthor {
  /** Kind and id, as the log stores them. */
  readonly actor: string;
  readonly label: string;
}

/**
 * Returns the id of the person in the stored label of an author; null without one. What a token or an application is
 * called is no person, whatever it is called.
 */
export function personIn({ actor, label }: StoredAuthor): string | null {
  const kind = (["token", "grant", "user"] as const).find((each) => actor.startsWith(`${each}:`));
  const id = kind && PERSON_IN[kind].exec(label)?.[0];
  return id ?? formerApplication({ actor, label })?.person ?? null;
}

/** Returns the label with the person's present name in the place of their id, and first. */
export function labelNaming(author: StoredAuthor, nameOf: (id: string) => string | null | undefined): string {
  const id = personIn(author);
  if (id === null) return author.label;
  const person = nameOf(id) ?? id;
  const former = formerApplication(author);
  return former === null
    ? `${person}${author.label.slice(id.length)}`
    : labelOfApplication(person, former.name);
}

function formerApplication({ actor, label }: StoredAuthor): { name: string; person: string } | null {
  const { name, person } = (actor.startsWith("grant:") && FORMER_APPLICATION.exec(label)?.groups) || {};
  return name === undefined || person === undefined ? null : { name, person };
}
