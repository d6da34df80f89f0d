import type { EngineItem, EngineObservation } from "@/server/domain/pricing/inputs";
import type { Outcome } from "@/server/domain/pricing/outcome";
import type { Policy } from "@/server/domain/pricing/compile";

export declare function decide(
  item: EngineItem,
  observations: readonly EngineObservation[],
  policy: Policy,
  nowMs: number,
): Outcome;
