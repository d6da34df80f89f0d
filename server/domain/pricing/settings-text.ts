import type { FullPolicy } from "@/server/domain/pricing/policy";
import { POLICY_LABELS, type PolicyPath } from "@/server/domain/pricing/policy-labels";
import { moneyText, type SettingText, shareText } from "@/server/domain/pricing/policy-text";

const line = (path: PolicyPath, value: string): SettingText => ({ path, label: POLICY_LABELS[path], value });

/** Returns the currency, VAT and fees of a whole policy as text. */
export function vatAndFeesText({ currency, pricing }: FullPolicy): SettingText[] {
  const amountText = (amount: string | undefined) =>
    amount === undefined ? "nothing" : moneyText(amount, currency);
  return [
    line("currency", currency),
    line("pricing.includes_vat", pricing.includes_vat ? "yes" : "no"),
    line("pricing.vat_rate", shareText(pricing.vat_rate)),
    line("pricing.fee_rate", shareText(pricing.fee_rate)),
    line("pricing.fee_base", pricing.fee_base === "gross" ? "the price with VAT" : "the price without VAT"),
    line("pricing.fee_fixed", amountText(pricing.fee_fixed)),
    line("pricing.payment_rate", shareText(pricing.payment_rate ?? "0")),
    line("pricing.payment_fixed", amountText(pricing.payment_fixed)),
    line("pricing.shipping_cost", amountText(pricing.shipping_cost)),
  ];
}

/** Returns as text when a whole policy raises alerts, brings back a dismissed price and holds a run back. */
export function runsText({ reopen_threshold, alerts, breaker }: FullPolicy): SettingText[] {
  return [
    line("reopen_threshold", shareText(reopen_threshold)),
    line("alerts.undercut", shareText(alerts.undercut)),
    line("alerts.cost_spike", shareText(alerts.cost_spike)),
    line("breaker.max_share", shareText(breaker.max_share)),
    line("breaker.max_median_move", shareText(breaker.max_median_move)),
    line("breaker.min_items", String(breaker.min_items)),
  ];
}
