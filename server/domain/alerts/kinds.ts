import {
  type AlertSeverity,
  type AlertSignal,
  ITEM_ALERT_KINDS,
  type ItemAlertKind,
} from "@/server/domain/pricing/outcome";

/** The objects that an alert refers to. */
export interface AlertSubject {
  readonly itemId: string | null;
  readonly runId: string | null;
}

/** Where an alert is remedied: what the link says, and its path below the workspace's. */
export interface AlertFix {
  readonly label: string;
  readonly page: string;
}

/** The objects of an alert, and the item's recommendation that nobody has decided yet. */
export interface FixSubject extends AlertSubject {
  readonly recommendationId: string | null;
}

/** The texts of a kind of alert. */
interface AlertText {
  readonly title: string;
  /** One sentence: the condition that raises it. */
  readonly raised: string;
  /** One sentence: the condition that ends it automatically. A person may resolve it earlier. */
  readonly ends: string;
  /** One sentence: the remedy. */
  readonly remedy: string;
  /** Returns the path of the page about the alert, below the workspace's path; null if there is none. */
  readonly page: (subject: AlertSubject) => string | null;
  /** Returns where it is remedied; null where resolving it is the remedy, or nothing is to be done yet. */
  readonly fix: (subject: FixSubject) => AlertFix | null;
}

interface ItemAlertText extends AlertText {
  /** The baseline of changes that resolving the alert updates to the present value. */
  readonly accepts?: "price" | "cost";
}

/** The default severity of the kind. */
interface RaisedAlertText extends AlertText {
  readonly severity: AlertSeverity;
}

const keysOf = <K extends string>(table: Readonly<Record<K, unknown>>): readonly K[] =>
  Object.keys(table) as K[];

const itemPage = ({ itemId }: AlertSubject) => (itemId === null ? null : `/catalog/${itemId}`);
const runPage = ({ runId }: AlertSubject) => (runId === null ? null : `/runs/${runId}`);
const linkTo = (label: string, page: string | null): AlertFix | null =>
  page === null ? null : { label, page };
const byRecommendation = ({ recommendationId: id }: FixSubject) =>
  linkTo("Open the recommendation", id === null ? null : `/recommendations/${id}`);
const byImport = () => linkTo("Import the cost", "/catalog/import");
const byPages = (subject: FixSubject) => linkTo("See its pages", itemPage(subject));
const byItem = (subject: FixSubject) => linkTo("See the answer", itemPage(subject));
const byRun = (subject: FixSubject) => linkTo("Open the run", runPage(subject));
const byResolving = () => null;

/** Kinds that a run finds on an item; the engine raises and ends them, and decides their severity and message. */
const ITEM_ALERTS: Readonly<Record<ItemAlertKind, ItemAlertText>> = {
  below_cost: {
    title: "Sold below cost",
    raised: "A unit costs more than it earns at the price that shoppers pay.",
    ends: "That price covers the cost.",
    remedy: "Raise the price, or correct the cost.",
    page: itemPage,
    fix: byRecommendation,
  },
  margin_below_floor: {
    title: "Margin below floor",
    raised: "The margin at the price that shoppers pay is below the policy's floor.",
    ends: "The margin reaches the floor.",
    remedy: "Approve the recommended price, or change the floor.",
    page: itemPage,
    fix: byRecommendation,
  },
  competitor_undercut: {
    title: "Undercut by a competitor",
    raised:
      "The lowest competitor in stock is cheaper than the price that shoppers pay, by the policy's threshold.",
    ends: "The distance falls to four fifths of the threshold, or all competitors are sold out.",
    remedy: "Look at the recommended price.",
    page: itemPage,
    fix: byRecommendation,
  },
  cost_spike: {
    title: "Cost went up",
    raised: "The cost rose by the policy's threshold.",
    ends: "The rise falls to four fifths of the threshold.",
    remedy: "Resolve it to accept the new cost.",
    page: itemPage,
    fix: byResolving,
    accepts: "cost",
  },
  price_drift: {
    title: "Price changed in the store",
    raised: "The store's regular price differs from the one last known here.",
    ends: "The price is again the one known here.",
    remedy: "Resolve it to accept the store's price.",
    page: itemPage,
    fix: byResolving,
    accepts: "price",
  },
  stale_cost: {
    title: "Cost unknown or old",
    raised: "The cost is unknown, or older than the policy allows.",
    ends: "A cost is imported.",
    remedy: "Import the item's cost.",
    page: itemPage,
    fix: byImport,
  },
  stale_market: {
    title: "Market prices missing or old",
    raised: "No competitor's price is recent enough to compare with.",
    ends: "A recent price is seen.",
    remedy: "Watch the item's pages more often, or report prices.",
    page: itemPage,
    fix: byPages,
  },
  map_violation: {
    title: "Below the minimum advertised price",
    raised: "The price that shoppers pay is below the item's minimum advertised price.",
    ends: "That price reaches the minimum.",
    remedy: "Raise the price, or correct the minimum.",
    page: itemPage,
    fix: byRecommendation,
  },
};

/** Kinds that a run finds on an item beside the engine, in what is no part of the engine's input. */
const RUN_ALERTS = {
  reference_above_prior: {
    title: "Struck-through price above the prior price",
    raised:
      "Beside a reduction the shop strikes through more than the lowest price of the 30 days before it, where the workspace's settings ask for that.",
    ends: "No more than the prior price is struck through, the reduction ends, or nobody asks any more.",
    remedy: "Strike through the prior price at most, or end the reduction.",
    page: itemPage,
    fix: (subject) => linkTo("See the prior price", itemPage(subject)),
  },
} as const satisfies Readonly<Record<string, AlertText>>;

export const RUN_ALERT_KINDS = keysOf<keyof typeof RUN_ALERTS>(RUN_ALERTS);

/** Kinds that a use case raises with `raiseAlert` and ends with `clearAlert`. A new kind is an entry here. */
const RAISED_ALERTS = {
  write_back_failed: {
    title: "Price not written to the store",
    severity: "critical",
    raised: "An approved price did not reach the store, or may not have.",
    ends: "A price of the item is written.",
    remedy: "Read the store's answer, and approve the price again.",
    page: itemPage,
    fix: byItem,
  },
  run_failed: {
    title: "Run failed",
    severity: "critical",
    raised: "A run ended without publishing anything.",
    ends: "A run succeeds.",
    remedy: "Read the run's error, and start a run.",
    page: runPage,
    fix: byRun,
  },
  run_held: {
    title: "Run held back",
    severity: "warning",
    raised: "A run would change more than the policy's breaker allows.",
    ends: "Nothing is held any more: it was released, or later runs replaced it.",
    remedy: "Check the run's recommendations, and release them.",
    page: runPage,
    fix: byRun,
  },
  selector_failed: {
    title: "Selector finds no price",
    severity: "warning",
    raised: "The selector of a watched page's price no longer gives one price.",
    ends: "The selector gives a price again, is removed, or its page is no longer watched.",
    remedy: "Look at the page, and change its selector or remove it.",
    page: itemPage,
    fix: byPages,
  },
} as const satisfies Readonly<Record<string, RaisedAlertText>>;

export type RaisedAlertKind = keyof typeof RAISED_ALERTS;
export type AlertKind = ItemAlertKind | keyof typeof RUN_ALERTS | RaisedAlertKind;

/** What a run says about the alert that an item has of one kind. */
export type RunSignal = Omit<AlertSignal, "kind"> & { readonly kind: Exclude<AlertKind, RaisedAlertKind> };

export const RAISED_ALERT_KINDS = keysOf<RaisedAlertKind>(RAISED_ALERTS);
export const ALERT_KINDS: readonly AlertKind[] = [
  ...ITEM_ALERT_KINDS,
  ...RUN_ALERT_KINDS,
  ...RAISED_ALERT_KINDS,
];

/** The texts of every kind, in the order of `ALERT_KINDS`. */
export const ALERT_TEXTS: Readonly<Record<AlertKind, AlertText>> = {
  ...ITEM_ALERTS,
  ...RUN_ALERTS,
  ...RAISED_ALERTS,
};

export const severityOf = (kind: RaisedAlertKind): AlertSeverity => RAISED_ALERTS[kind].severity;

/** Returns the baseline that resolving an alert of that kind updates; null if it updates none. */
export const acceptedBy = (kind: AlertKind): "price" | "cost" | null =>
  new Map<string, ItemAlertText>(Object.entries(ITEM_ALERTS)).get(kind)?.accepts ?? null;

/**
 * Returns the path of the page about an alert; the item's or the run's page for an unknown kind of a newer version.
 */
export function alertPage(kind: string, subject: AlertSubject): string | null {
  const text = new Map<string, AlertText>(Object.entries(ALERT_TEXTS)).get(kind);
  return text ? text.page(subject) : (itemPage(subject) ?? runPage(subject));
}

/** Returns where an alert is remedied; null where nothing but resolving it is left, and for an unknown kind. */
export const alertFix = (kind: string, subject: FixSubject): AlertFix | null =>
  new Map<string, AlertText>(Object.entries(ALERT_TEXTS)).get(kind)?.fix(subject) ?? null;

/** Returns the documentation of all kinds as Markdown, the content of `docs/alerts.md`. */
export function alertsDocument(): string {
  const rows = ALERT_KINDS.map((kind) => {
    const { title, raised, ends, remedy } = ALERT_TEXTS[kind];
    return `| ${title} | \`${kind}\` | ${raised} | ${ends} | ${remedy} |`;
  });
  return `# Alerts

An alert has one kind, and an item or the workspace has at most one open alert of each kind. An alert is raised when its condition begins, and again only after the condition has ended. A resolved alert stays resolved until its condition has ended and begun again. A snoozed alert opens again at the end of the snooze. The digest counts all open alerts. This page is generated by \`npm run docs\` from \`server/domain/alerts/kinds.ts\`.

| alert | kind | raised when | ends when | remedy |
|---|---|---|---|---|
${rows.join("\n")}
`;
}
