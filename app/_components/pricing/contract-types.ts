/** Money as the API writes it: a decimal string in major units with the currency's number of decimals. */
export type WireMoney = { amount: string; currency: string };

/** A fraction as the API writes it: "0.2797" is 27.97 %. */
export type WireRatio = string;

/** A time as the API writes it: ISO 8601 in UTC. */
export type WireTime = string;
