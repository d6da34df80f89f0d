import type { Ratio } from "@/server/domain/ratio";
import type { PolicyDocument } from "@/server/domain/pricing/policy";

/** A policy in exact numbers, made once per run. */
export type Policy = { readonly currency: string; readonly reopenThreshold: Ratio };

export declare function compilePolicy(document: PolicyDocument): Policy;
