import { z } from "zod";
import type { PolicyFinding } from "@/server/domain/pricing/lint-finding";
import { NOT_STORABLE, isStorable } from "@/server/domain/text";

/** A policy document as JSON; the use case checks it, so that faults are told with their place in the document. */
export const Document = z.record(z.string(), z.json());

/** What a person says when they activate a policy. */
export const Note = z.string().trim().max(500).refine(isStorable, NOT_STORABLE);

/** The number of a version. */
export const VersionNumber = z.int().min(1).max(1_000_000_000);

/** What is doubtful about a policy, with its place in the document. */
export const Finding = z.object({
  level: z.enum(["error", "warning"]),
  path: z.string(),
  code: z.string(),
  message: z.string(),
}) satisfies z.ZodType<PolicyFinding>;
