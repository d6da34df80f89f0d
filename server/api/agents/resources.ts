import type { AgentDocument, AgentResource } from "../mcp-definitions";

export const RECOMMENDATION = "pricecheck://recommendations/{rec_id}";
export const TO_REVIEW = "pricecheck://queue/new";
export const TO_APPROVE = "pricecheck://queue/pending_approval";
export const STATUS = "pricecheck://workspace/status";
export const HOW_PRICES_ARE_DECIDED = "pricecheck://docs/how-a-price-is-decided";

export const resources: readonly AgentResource[] = [
  {
    uri: STATUS,
    name: "workspace-status",
    title: "State of the workspace",
    description: "Its plan, what of the plan is used in this period, and whether changes are possible.",
    procedure: "workspace.status",
  },
  {
    uri: TO_REVIEW,
    name: "queue-new",
    title: "Recommendations to review",
    description: "What the latest runs recommend and nobody has accepted or dismissed yet, newest first.",
    procedure: "recommendations.list",
    input: { status: "new" },
  },
  {
    uri: TO_APPROVE,
    name: "queue-pending-approval",
    title: "Today's approvals",
    description: "Accepted price changes that await approval, newest first.",
    procedure: "recommendations.list",
    input: { status: "pending_approval" },
  },
  {
    uri: RECOMMENDATION,
    name: "recommendation",
    title: "A recommendation with its evidence",
    description:
      "What was known when it was made: cost, market, the rules that moved the price and the one that bound.",
    procedure: "recommendations.get",
    completedBy: { procedure: "recommendations.list" },
  },
  {
    uri: "pricecheck://runs/{run_id}",
    name: "run",
    title: "A run",
    description: "How far it is, and how it ended.",
    procedure: "runs.get",
    completedBy: { procedure: "runs.list" },
  },
  {
    uri: "pricecheck://catalog/items/{item_id}",
    name: "catalog-item",
    title: "A catalog item",
    description: "Price, cost, limits, stock, margin and market of one item.",
    procedure: "catalog.get",
    completedBy: { procedure: "catalog.list" },
  },
];

export const documents: readonly AgentDocument[] = [
  {
    uri: HOW_PRICES_ARE_DECIDED,
    name: "how-a-price-is-decided",
    title: "How a price is decided",
    description:
      "Strategy, limits, rounding, data gates, and what each rule in a recommendation's trail means.",
    file: "docs/how-a-price-is-decided.md",
  },
];
