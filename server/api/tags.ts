/** Descriptions of the endpoint groups, as the reference shows them. */
export const TAGS: Readonly<Record<string, string>> = {
  Runs: "A run checks the catalog, or the part of it that carries given tags, and publishes what it finds when it ends.",
  Schedules:
    "What the workspace does by itself: at its times, in the shop's time zone, a schedule syncs the store, has competitors' pages checked and triggers a run.",
  Freezes:
    "Times in which no price is written to the store, once or every week, in the shop's time zone: approvals are accepted and their writes wait.",
  Recommendations:
    "Price changes with their evidence, and advice where data is missing. A price change is accepted, then approved, and only then written to the store.",
  "Decision batches":
    "One decision over many recommendations: a frozen preview with a hash, its confirmation, and the outcome of each recommendation.",
  Policies:
    "The rules that prices are decided by, as a document with versions: a draft is linted, previewed, tried on past runs, and activated.",
  Alerts: "Conditions that need attention, one an item and kind for as long as they last.",
  Catalog: "The items that are watched, what they cost, and what competitors charge.",
  Market:
    "Competitors' pages that are watched, what each check of one brought and from where, and prices that people reported as wrong.",
  "Write-backs": "Prices on their way to the store, each written exactly once.",
  Rehearsals:
    "Failures that a sandbox store shows on request, so that scripts and people meet them before a real shop does.",
  Webhooks:
    "Addresses that receive the workspace's events, each signed and numbered without a gap, so that a receiver can prove that it lost none.",
  Reports: "Data for spreadsheets and warehouses.",
  Workspace: "The state of the workspace and what of its plan is used.",
};
