import {
  DEFAULT_POLICY,
  type FullPolicy,
  type FullRules,
  type PolicyDocument,
} from "@/server/domain/pricing/policy";

type GivenRules = NonNullable<PolicyDocument["defaults"]>;

/** The document with every absent field filled from the defaults; scopes keep only what they say themselves. */
export function resolvePolicy(document: PolicyDocument): FullPolicy {
  const base = DEFAULT_POLICY(document.currency);
  return {
    version: document.version,
    currency: document.currency,
    pricing: { ...base.pricing, ...document.pricing },
    scopes: document.scopes ?? [],
    defaults: resolveRules(document.defaults ?? {}, base.defaults),
    reopen_threshold: document.reopen_threshold ?? base.reopen_threshold,
    alerts: { ...base.alerts, ...document.alerts },
    breaker: { ...base.breaker, ...document.breaker },
  };
}

/**
 * A scope's rules over those it inherits. Rounding that names its own endings replaces the inherited price bands too:
 * otherwise a band from elsewhere would overrule the endings just written.
 */
export function resolveRules(given: GivenRules, inherited: FullRules): FullRules {
  const { rounding, gates } = given;
  return {
    strategy: given.strategy ?? inherited.strategy,
    constraints: { ...inherited.constraints, ...given.constraints },
    rounding: {
      endings: rounding?.endings ?? inherited.rounding.endings,
      bands: rounding?.bands ?? (rounding?.endings === undefined ? inherited.rounding.bands : []),
    },
    gates: {
      ...inherited.gates,
      // What is said of the own price goes for the other observations too, until they are told apart.
      ...(gates?.outlier_ratio === undefined ? {} : { outlier_ratio_others: gates.outlier_ratio }),
      ...gates,
    },
  };
}
