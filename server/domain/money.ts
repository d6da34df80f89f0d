/** An amount in minor units (cents, fils, yen) of an ISO 4217 currency. */
export type Money = { readonly minor: bigint; readonly currency: string };
/** An amount as callers see it: a decimal string in major units with the currency's own number of decimals. */
export type WireMoney = { readonly amount: string; readonly currency: string };
