/** A field of an event's data. Amounts and texts of people are left out: the receiver reads them by the id. */
export interface EventField {
  /** One sentence for the documentation. */
  readonly text: string;
  /** Default: text. */
  readonly type?: "boolean" | "integer";
  readonly nullable?: true;
}

/** The fields of an event's data, by the object that the event is about. `id` and `status` are always there. */
const EVENT_SUBJECTS = {
  recommendation: {
    id: { text: "The recommendation." },
    status: { text: "The status of the recommendation after the change." },
    kind: { text: "`price_change`, or the kind of advice." },
    item_id: { text: "The catalog item that it is about." },
    run_id: { text: "The latest run that confirmed it." },
    superseded_by: {
      text: "The recommendation that replaced it; null if none did.",
      nullable: true,
    },
  },
  run: {
    id: { text: "The run." },
    status: { text: "`succeeded`, `failed` or `canceled`." },
    held: { text: "Whether the circuit breaker holds what the run found.", type: "boolean" },
    trigger: { text: "What started it." },
    recommendations: {
      text: "How many recommendations stand because of it; null unless it succeeded.",
      type: "integer",
      nullable: true,
    },
    alerts: {
      text: "How many alerts it saw; null unless it succeeded.",
      type: "integer",
      nullable: true,
    },
  },
  alert: {
    id: { text: "The alert." },
    status: { text: "The status of the alert after the change." },
    kind: { text: "The condition, such as `run_failed`." },
    severity: { text: "`info`, `warning` or `critical`." },
    item_id: { text: "The catalog item; null if the alert is about none.", nullable: true },
    run_id: { text: "The run that saw it; null if none did.", nullable: true },
    write_back_id: { text: "The write-back; null if the alert is about none.", nullable: true },
  },
  write_back: {
    id: { text: "The write-back." },
    status: { text: "`applied`, `conflict` or `failed`." },
    recommendation_id: { text: "The recommendation whose price was written." },
    item_id: { text: "The catalog item." },
    revert_of: {
      text: "The write-back that this one reverts; null for an approved price.",
      nullable: true,
    },
  },
  policy: {
    id: { text: "The version of the policy, as an id." },
    status: { text: "Always `active`." },
    version: { text: "The number of the version.", type: "integer" },
  },
  integration: {
    id: { text: "The connection to the store." },
    status: { text: "`connected`, `failing` or `disconnected`." },
    kind: { text: "The kind of store." },
  },
  webhook: {
    id: { text: "The endpoint that the event was sent to." },
    status: { text: "Always `enabled`." },
  },
} as const satisfies Readonly<Record<string, Readonly<Record<string, EventField>>>>;

export type EventSubject = keyof typeof EVENT_SUBJECTS;

/** The names of the fields of the data of events about that object. */
export type EventFieldName<Subject extends EventSubject> = keyof (typeof EVENT_SUBJECTS)[Subject];

/** Returns the fields of the data of events about that object. */
export const fieldsOf = (subject: EventSubject): Readonly<Record<string, EventField>> =>
  EVENT_SUBJECTS[subject];

interface EventText {
  readonly subject: EventSubject;
  /** A few words for lists and forms. */
  readonly title: string;
  /** One sentence: when the event is sent. */
  readonly sent: string;
  /** The audit actions that the event reports; none where a function of `server/db` or a use case stores it. */
  readonly actions: readonly string[];
}

/**
 * Every kind of event, with the object its data describes. The outbox, the OpenAPI document and the
 * settings page use this table. A run reports its end in one event and not each recommendation and alert, because
 * a receiver could not read thousands of them back within its rate limit.
 */
const KINDS = {
  "recommendation.decided": {
    subject: "recommendation",
    title: "Recommendation decided",
    sent: "A person, an application or an automatic lane accepted, approved, rejected, dismissed or resolved a recommendation.",
    actions: [
      "recommendation.accept",
      "recommendation.approve",
      "recommendation.reject",
      "recommendation.dismiss",
      "recommendation.resolve",
    ],
  },
  "recommendation.superseded": {
    subject: "recommendation",
    title: "Recommendation superseded",
    sent: "An approval found that the inputs had changed, and another price, or none, took the recommendation's place.",
    actions: ["recommendation.supersede"],
  },
  "recommendation.applied": {
    subject: "recommendation",
    title: "Price applied",
    sent: "The recommended price stands in the store.",
    actions: ["write_back.applied"],
  },
  "recommendation.failed": {
    subject: "recommendation",
    title: "Price not applied",
    sent: "The recommended price did not reach the store, or may not be in it as approved: it was refused, canceled or given up, or the store held another price. `write_back` of the recommendation says which.",
    actions: ["write_back.failed", "write_back.conflict", "write_back.cancel"],
  },
  "run.finished": {
    subject: "run",
    title: "Run finished",
    sent: "A run succeeded, failed or was canceled. Read what it found from the lists of recommendations and alerts.",
    actions: ["run.succeed", "run.fail", "run.cancel"],
  },
  "run.released": {
    subject: "run",
    title: "Run released",
    sent: "A person released the recommendations that the circuit breaker had held.",
    actions: ["run.release"],
  },
  "alert.raised": {
    subject: "alert",
    title: "Alert raised",
    sent: "A condition of the workspace or of a write-back began. Alerts that a run finds on items are counted in `run.finished`.",
    actions: [],
  },
  "alert.resolved": {
    subject: "alert",
    title: "Alert resolved",
    sent: "A person resolved an alert, or the condition of the workspace or of a write-back ended.",
    actions: ["alert.resolve"],
  },
  "write_back.finished": {
    subject: "write_back",
    title: "Write-back finished",
    sent: "A write to the store ended: of an approved price, or of a revert.",
    actions: ["write_back.applied", "write_back.failed", "write_back.conflict", "write_back.cancel"],
  },
  "policy.activated": {
    subject: "policy",
    title: "Policy activated",
    sent: "A version of the pricing policy became the active one.",
    actions: ["policy.set", "policy.restore"],
  },
  "integration.connected": {
    subject: "integration",
    title: "Store connected",
    sent: "A store was connected.",
    actions: ["store.connect"],
  },
  "integration.failing": {
    subject: "integration",
    title: "Store failing",
    sent: "The connected store stopped answering, or refused the credentials.",
    actions: [],
  },
  "integration.recovered": {
    subject: "integration",
    title: "Store recovered",
    sent: "A failing store answers again.",
    actions: [],
  },
  "integration.synced": {
    subject: "integration",
    title: "Store synced",
    sent: "A sync read the store's whole list and updated the catalog.",
    actions: ["store.sync"],
  },
  "integration.disconnected": {
    subject: "integration",
    title: "Store disconnected",
    sent: "The store was disconnected.",
    actions: ["store.disconnect"],
  },
  "webhook.test": {
    subject: "webhook",
    title: "Test",
    sent: "A person or an application asked for a test delivery. It goes to that endpoint alone, whatever kinds it receives.",
    actions: [],
  },
} as const satisfies Readonly<Record<string, EventText>>;

export type EventKind = keyof typeof KINDS;

const kindNames = Object.keys(KINDS) as EventKind[];

/** Every kind of event, the test included. */
export const EVENT_KINDS: readonly EventKind[] = kindNames;

/** The kinds that an endpoint can choose. */
export const CHOSEN_KINDS: readonly EventKind[] = kindNames.filter((kind) => kind !== "webhook.test");

export const EVENT_TEXTS: Readonly<Record<EventKind, EventText>> = KINDS;

export const isEventKind = (text: string): text is EventKind => Object.hasOwn(KINDS, text);

/** Returns the kinds of event that report a change with that audit action. */
export const kindsOfAction = (action: string): readonly EventKind[] =>
  kindNames.filter((kind) => EVENT_TEXTS[kind].actions.includes(action));
