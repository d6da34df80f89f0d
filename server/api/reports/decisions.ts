import { emailsOf } from "@/server/db/accounts/accounts";
import {
  type DeciderReportRow,
  type DecisionReportRow,
  deciderReport,
  decisionReport,
} from "@/server/db/reports/decisions";
import { labelNaming, personIn } from "@/server/domain/actors";
import { DECISIONS, type Decider, type DecisionAction, deciderOf } from "@/server/domain/reports/decisions";
import type { RequestContext } from "@/server/usecases/request-context";
import { amount, number, type Report, text, time } from "./report";

/** A row with who decided, by their present name. */
type Named<Row> = Row & Decider & { readonly by: string };

/** Every decision about a price, with who took it. */
export const decisions: Report<Named<DecisionReportRow>> = {
  columns: [
    text("id", (r) => r.id),
    time("at", (r) => r.at),
    text("by", (r) => r.by),
    text("by_kind", (r) => r.kind),
    text("lane", (r) => r.lane),
    text("decision", (r) => DECISIONS[r.action]),
    text("sku", (r) => r.sku),
    text("title", (r) => r.title),
    text("currency", (r) => r.currency),
    amount("current_price", (r) => r.currentPrice),
    amount("recommended_price", (r) => r.recommendedPrice),
    { name: "price", type: "amount", value: (r) => r.price },
    text("reason", (r) => r.reason),
    text("via", (r) => r.via),
    text("recommendation_id", (r) => r.recommendationId),
    text("batch_id", (r) => r.batchId),
  ],
  statuses: [],
  idKind: "event",
  keys: {},
  page: async (context, filter, page) =>
    named(context, await decisionReport(context.services.db, context.tenant, filter, page)),
};

const count = (name: string, action: DecisionAction) =>
  number<Named<DeciderReportRow>>(name, ({ counts }) => counts[action] ?? 0);

/** How often each person, token, application and lane has decided. */
export const deciders: Report<Named<DeciderReportRow>> = {
  columns: [
    text("id", (r) => r.id),
    text("by", (r) => r.by),
    text("by_kind", (r) => r.kind),
    text("lane", (r) => r.lane),
    number("decisions", (r) => r.total),
    count("accepted", "recommendation.accept"),
    count("first_approvals", "recommendation.first_approval"),
    count("approved", "recommendation.approve"),
    count("rejected", "recommendation.reject"),
    count("dismissed", "recommendation.dismiss"),
    count("resolved", "recommendation.resolve"),
    count("other_prices", "recommendation.override"),
    count("reverted", "write_back.revert"),
    time("first_at", (r) => r.firstAt),
    time("last_at", (r) => r.lastAt),
    count("canceled", "write_back.cancel"),
  ],
  statuses: [],
  idKind: "event",
  keys: {},
  page: async (context, filter, page) =>
    named(context, await deciderReport(context.services.db, context.tenant, filter, page)),
};

interface Decided {
  readonly actor: string;
  readonly actorLabel: string;
  readonly lane?: string | null;
}

/**
 * Adds who decided: the present address of a person, also of one who has left the workspace, and the name that the log
 * stores of a token, an application or a lane. A person whose account was deleted has only an id.
 */
async function named<Row extends Decided>(
  { services }: RequestContext,
  rows: readonly Row[],
): Promise<Named<Row>[]> {
  const ids = rows.flatMap(({ actor, actorLabel: label }) => personIn({ actor, label }) ?? []);
  const emails = ids.length === 0 ? new Map<string, string>() : await emailsOf(services.db, ids);
  return rows.map((row) => {
    const decider = deciderOf(row.actor);
    const by = labelNaming({ actor: row.actor, label: row.actorLabel }, (id) => emails.get(id));
    return { ...row, ...decider, lane: row.lane ?? decider.lane, by };
  });
}
