import { fractionOf, minorOf, minus, ONE, over, plus, times, whole } from "@/eval/oracle/exact";
import { DEFAULT_POLICY, type PolicyDocument } from "@/server/domain/pricing/policy";
import type { Ratio } from "@/server/domain/ratio";

/** Whether a price earns what is asked for, all in minor units of one currency. */
export interface Earnings {
  /** Whether at least this share of the net price is left, and so much a unit on top. */
  leavesShare(price: bigint, share: Ratio, more?: bigint): boolean;
  /** Whether at least this share of the cost is left, and so much a unit on top. */
  leavesOfCost(price: bigint, share: Ratio, more?: bigint): boolean;
  /** Whether VAT, fees and cost are covered. */
  covers(price: bigint): boolean;
}

/**
 * Returns what an item of a cost (minor units of the policy's currency) earns by a policy's VAT and fees:
 * net − cost − fees − what each unit costs besides.
 */
export function earningsOf({ pricing, currency }: PolicyDocument, cost: bigint): Earnings {
  const terms = { ...DEFAULT_POLICY(currency).pricing, ...pricing };
  const withVat = plus(ONE, fractionOf(terms.vat_rate));
  const net = terms.includes_vat ? over(ONE, withVat) : ONE;
  const gross = terms.includes_vat ? ONE : withVat;
  const fees = times(fractionOf(terms.fee_rate), terms.fee_base === "gross" ? gross : net);
  const payment = times(fractionOf(terms.payment_rate ?? "0"), gross);
  const left = minus(minus(net, fees), payment);
  const besides = [terms.fee_fixed, terms.payment_fixed, terms.shipping_cost]
    .map((amount) => (amount === undefined ? 0n : minorOf(amount, currency)))
    .reduce((sum, amount) => sum + amount, 0n);
  const [perNet, perLeft, den] = [net.num * left.den, left.num * net.den, net.den * left.den];
  // What is left of a price, times den, less `asked` whole minor units.
  const kept = (price: bigint, asked: bigint) => price * perLeft - (cost + besides + asked) * den;
  return {
    leavesShare: (price, share, more = 0n) => kept(price, more) * share.den >= share.num * price * perNet,
    leavesOfCost: (price, share, more = 0n) =>
      kept(price, more) * share.den >= share.num * times(whole(cost), whole(den)).num,
    covers: (price) => kept(price, 0n) >= 0n,
  };
}
