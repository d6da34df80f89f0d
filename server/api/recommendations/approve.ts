import { z } from "zod";
import { DECISION_PERMISSIONS } from "@/server/domain/permissions";
import { approveRecommendation } from "@/server/usecases/recommendations/approve";
import { acceptAndApprove } from "@/server/usecases/recommendations/decide-once";
import { authorityOf } from "../decision-batches/permission";
import { mutation } from "../pipeline";
import { PathId, Reason } from "../scalars";
import {
  exampleDecided,
  exampleRecommendation,
  presentRecommendationChange,
  RecommendationChanged,
  VersionSeen,
} from "./schemas";

const example = exampleDecided("applied", "approve");

export const approve = mutation(
  {
    method: "POST",
    path: "/recommendations/{rec_id}/approve",
    ...DECISION_PERMISSIONS.approve,
    tag: "Recommendations",
    summary: "Approve a recommendation and write its price to the store",
    description:
      "Price, cost and guards are checked again: where they moved, nothing is written, the recommendation is renewed " +
      "and the answer is 409 with `changed`. Else the price is written to the connected store exactly once. The answer " +
      "comes after a few seconds at most; `write_back.status` says how far it is. Needs the Max or Enterprise plan.",
    errors: ["conflict", "tier_ineligible", "no_commerce_integration"],
    repeats: "natural",
    input: z.object({
      rec_id: PathId,
      version: VersionSeen,
      reason: Reason.optional(),
      accept: z.boolean().default(false).meta({
        description:
          "Whether a new one is accepted first, by a caller who may do both, where the workspace decides in one step.",
      }),
    }),
    output: RecommendationChanged,
    example: {
      request: { rec_id: exampleRecommendation.id, version: 1 },
      response: {
        ...example,
        recommendation: {
          ...example.recommendation,
          write_back: {
            id: "wbk_01k9zq0v7k3t5m8w2x4y6z0a1b",
            status: "applied",
            store_answer: "The store carries 98.99 EUR.",
            may_be_in_store: false,
            finished_at: "2026-11-20T08:15:00.412Z",
            reverted_by: null,
            revert_status: null,
            restore_status: null,
            queued_id: null,
            waits_until: null,
            waits_reason: null,
          },
        },
      },
    },
    links: { "writeBacks.revert": { parameter: "write_back_id", from: "/recommendation/write_back/id" } },
    mcp: { destructive: true, openWorld: true },
  },
  ({ context, principal, input: { rec_id: id, accept, ...approval } }) =>
    accept
      ? acceptAndApprove(context, authorityOf(principal), { id, ...approval })
      : approveRecommendation(context, { id, ...approval }),
  presentRecommendationChange,
);
