import { answerTo } from "@/eval/oracle/answer";
import { type Answer, type Case, NOW } from "@/eval/oracle/case";
import { differences, recommendedPrice } from "@/eval/oracle/compare";
import {
  askedOfPast,
  compilePolicy,
  decide,
  ENGINE_VERSION,
  type Policy,
} from "@/server/domain/pricing/engine";
import type { Outcome } from "@/server/domain/pricing/outcome";
import { readPolicyDocument } from "@/server/domain/pricing/policy-check";
import { resolvePolicy } from "@/server/domain/pricing/resolve";
import { brokenBy } from "@/server/usecases/approvals/guards";
import { inputFromJson, inputToJson } from "@/server/usecases/runs/input-json";

/** A case as engine and documents decide it. */
export interface Trial {
  readonly asked: Case;
  readonly outcome: Outcome;
  readonly answer: Answer;
  /** In what they differ, a sentence each. */
  readonly differences: readonly string[];
  /** Whether a price is recommended that a limit does not permit. */
  readonly isOutsideLimits: boolean;
  /** The guards of an approval that would refuse the recommended price. */
  readonly brokenGuards: readonly string[];
}

/**
 * Decides a case with the engine, as a run does, and by the documents.
 * @param misread what the documents are asked about instead of the policy, to see whether that is found
 */
export function tryCase(
  drawn: Case,
  misread: (document: Case["document"]) => Case["document"] = (it) => it,
): Trial {
  const policy = storedPolicy(drawn.document);
  const asked = { ...drawn, ...storedInput(drawn, policy) };
  const { item, observations } = asked;
  const outcome = decide(item, observations, policy, NOW);
  const answer = answerTo({ ...asked, document: misread(asked.document) });
  const price = recommendedPrice(outcome);
  return {
    asked,
    outcome,
    answer,
    differences: differences(outcome, answer),
    isOutsideLimits: price !== null && !answer.isPermitted(price),
    brokenGuards: price === null ? [] : brokenBy({ policy }, { item, observations }, price, NOW),
  };
}

/** The policy as it is stored when it is activated, and read by a run. */
function storedPolicy(document: Case["document"]): Policy {
  const read = readPolicyDocument(JSON.parse(JSON.stringify(resolvePolicy(document))));
  if (!read.ok) throw new Error("A policy cannot be read any more once it is stored.");
  return compilePolicy(read.document);
}

/** The input of a run, as it is stored: of the past only what the policy asks for. */
function storedInput({ item, observations }: Case, policy: Policy): Pick<Case, "item" | "observations"> {
  const past = askedOfPast(policy);
  const looked = {
    ...item,
    dayPrice: past.dayPrices ? item.dayPrice : null,
    priceChangedAtMs: past.lastChanges ? item.priceChangedAtMs : null,
  };
  const frame = { asOfMs: NOW, policyVersion: 1, engineVersion: ENGINE_VERSION };
  const read = inputFromJson(inputToJson({ item: looked, observations }, frame));
  return { item: read.item, observations: read.observations };
}
