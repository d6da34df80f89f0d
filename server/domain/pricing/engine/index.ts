// All that the rest of the product imports of the pricing engine; README.md says what it may rely on.
export {
  type AskedOfPast,
  askedOfPast,
  compilePolicy,
  type Policy,
} from "@/server/domain/pricing/engine/compile";
export { decide } from "@/server/domain/pricing/engine/engine";
export { ENGINE_VERSION, REPLAYED_ENGINES } from "@/server/domain/pricing/engine/engine-version";
export { movedFrom, paidAfter, shoppersSentence } from "@/server/domain/pricing/engine/evidence-window";
export { brokenGuards, type PriceGuard } from "@/server/domain/pricing/engine/guards";
export { type MarketView, marketOf } from "@/server/domain/pricing/engine/market";
export { marketEnd } from "@/server/domain/pricing/engine/market-end";
export { type CompiledMatch, compileMatch } from "@/server/domain/pricing/engine/match";
export { scopeFor } from "@/server/domain/pricing/engine/scope";
export { moveText } from "@/server/domain/pricing/engine/text";
export { type ChangeLimits, lateMoveBreaks } from "@/server/domain/pricing/engine/window-limits";
