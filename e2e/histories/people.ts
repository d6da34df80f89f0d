import { DAY_MS } from "@/server/domain/durations";
import { type LaneKind, RULES } from "./lane-rules";
import { type Model, type ModelItem, policyOf, type Round, type Shown } from "./state";

/** A price change as lanes look at it. */
export type Change = Pick<Shown, "current" | "recommended" | "engine" | "origins"> & {
  /** The oldest version of the policy that counts however long ago it was replaced. */
  readonly fromVersion: number;
};

/** Returns how many people have to approve a change that nobody has approved yet. */
export const peopleNeeded = (model: Model, item: ModelItem, change: Change, nowMs: number): 1 | 2 =>
  countingKinds(model, change.fromVersion, nowMs).some((kind) =>
    needsTwo(kind, change, startsOf(item, change, nowMs)),
  )
    ? 2
    : 1;

/** The lanes of the active policy, those since that version, and those of the last 24 hours. */
const countingKinds = ({ policies }: Model, fromVersion: number, nowMs: number): LaneKind[] =>
  policies
    .filter(({ version, untilMs }) => untilMs === null || version >= fromVersion || untilMs > nowMs - DAY_MS)
    .map(({ kind }) => kind);

/** The price now, and the price before the first of the service's writes of the last 24 hours. */
function startsOf({ writes }: ModelItem, { current }: Change, nowMs: number): number[] {
  const first = writes.find(({ atMs }) => atMs > nowMs - DAY_MS);
  return first === undefined ? [current] : [current, first.from];
}

function needsTwo(kind: LaneKind, change: Change, starts: readonly number[]): boolean {
  const { smallUpTo, twoPeople, evidenceFrom } = RULES[kind];
  if (!twoPeople || smallUpTo === null) return twoPeople;
  const ends = [change.recommended, ...(change.engine === null ? [] : [change.engine])];
  const isSmall = starts.every((from) => ends.every((to) => Math.abs(to - from) * 100 <= smallUpTo * from));
  return !isSmall || !change.origins.every((origin) => evidenceFrom.includes(origin));
}

/** Returns what is wrong with the number of people that the API shows; null if nothing is. */
export function wrongPeople(
  model: Model,
  item: ModelItem,
  round: Round,
  shown: Shown,
  nowMs: number,
): string | null {
  const expected = expectedPeople(model, item, round, shown, nowMs);
  const [is, should] = [textOf(shown.approvals), textOf(expected)];
  return is === should ? null : `a ${shown.status} price shows ${is} instead of ${should}`;
}

function expectedPeople(
  model: Model,
  item: ModelItem,
  { approvals, decided }: Round,
  shown: Shown,
  nowMs: number,
): Shown["approvals"] {
  if (decided !== null) return decided.needed === 2 ? { needed: 2, given: decided.people } : null;
  const given = approvals.get(shown.version)?.size ?? 0;
  const needed = given > 0 ? 2 : peopleNeeded(model, item, changeOf(shown), nowMs);
  return needed === 2 ? { needed, given } : null;
}

const textOf = (approvals: Shown["approvals"]): string =>
  approvals === null ? "one person" : `${approvals.given} of ${approvals.needed} people`;

export const changeOf = ({ policyVersion: fromVersion, ...shown }: Shown): Change => ({
  ...shown,
  fromVersion,
});

/** Whether the lanes of now alone, and the price of now alone, would leave a price to one person. */
export const isSmallByItself = (model: Model, shown: Shown): boolean =>
  !needsTwo(policyOf(model).kind, changeOf(shown), [shown.current]);

/** Whether the lanes of now alone need two people. */
export const needsTwoByNow = (model: Model, item: ModelItem, shown: Shown, nowMs: number): boolean =>
  needsTwo(policyOf(model).kind, changeOf(shown), startsOf(item, changeOf(shown), nowMs));
