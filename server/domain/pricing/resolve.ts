import {
  DEFAULT_POLICY,
  type FullPolicy,
  type FullRules,
  type PolicyDocument,
} from "@/server/domain/pricing/policy";

type GivenRules = NonNullable<PolicyDocument["defaults"]>;

/** Returns the document with every absent field filled from the defaults; scopes keep only the fields they set. */
export function resolvePolicy(document: PolicyDocument): FullPolicy {
  const base = DEFAULT_POLICY(document.currency);
  return {
    version: document.version,
    currency: document.currency,
    pricing: { ...base.pricing, ...document.pricing },
    scopes: document.scopes ?? [],
    ...(document.limits === undefined ? {} : { limits: document.limits }),
    defaults: resolveRules(document.defaults ?? {}, base.defaults),
    reopen_threshold: document.reopen_threshold ?? base.reopen_threshold,
    alerts: { ...base.alerts, ...document.alerts },
    breaker: { ...base.breaker, ...document.breaker },
    ...(document.lanes === undefined ? {} : { lanes: document.lanes }),
  };
}

/**
 * Merges a scope's rules over the inherited ones. A scope that sets its own endings also replaces the inherited price
 * bands: otherwise an inherited band would overrule the scope's endings.
 */
export function resolveRules(own: GivenRules, inherited: FullRules): FullRules {
  const { rounding, gates } = own;
  const direction = rounding?.direction ?? inherited.rounding.direction;
  const fallback = own.fallback ?? inherited.fallback;
  const soldOut = own.when_sold_out ?? inherited.when_sold_out;
  return {
    strategy: own.strategy ?? inherited.strategy,
    ...(fallback === undefined ? {} : { fallback }),
    ...(soldOut === undefined ? {} : { when_sold_out: soldOut }),
    constraints: { ...inherited.constraints, ...own.constraints },
    rounding: {
      endings: rounding?.endings ?? inherited.rounding.endings,
      bands: rounding?.bands ?? (rounding?.endings === undefined ? inherited.rounding.bands : []),
      ...(direction === undefined ? {} : { direction }),
    },
    gates: {
      ...inherited.gates,
      // The limit against the own price also applies against the other observations, unless that limit is set as
      // well.
      ...(gates?.outlier_ratio === undefined ? {} : { outlier_ratio_others: gates.outlier_ratio }),
      ...gates,
    },
  };
}
