const codes = (text: string): readonly string[] => text.trim().split(/\s+/);

const WITHOUT_DECIMALS = codes("BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF");
const WITH_THREE = codes("BHD IQD JOD KWD LYD OMR TND");
const WITH_FOUR = codes("CLF UYW");
const WITH_TWO = codes(`
  AED AFN ALL AMD ANG AOA ARS AUD AWG AZN BAM BBD BDT BGN BMD BND BOB BOV BRL BSD BTN BWP BYN BZD CAD CDF CHE CHF CHW
  CNY COP COU CRC CUP CVE CZK DKK DOP DZD EGP ERN ETB EUR FJD FKP GBP GEL GHS GIP GMD GTQ GYD HKD HNL HTG HUF IDR ILS
  INR IRR JMD KES KGS KHR KPW KYD KZT LAK LBP LKR LRD LSL MAD MDL MGA MKD MMK MNT MOP MRU MUR MVR MWK MXN MXV MYR MZN
  NAD NGN NIO NOK NPR NZD PAB PEN PGK PHP PKR PLN QAR RON RSD RUB SAR SBD SCR SDG SEK SGD SHP SLE SOS SRD SSP STN SVC
  SYP SZL THB TJS TMT TOP TRY TTD TWD TZS UAH USD USN UYU UZS VED VES WST XCD XCG YER ZAR ZMW ZWG
`);

/** ISO 4217: the number of decimals of every currency that has a minor unit. */
const DECIMALS: ReadonlyMap<string, number> = new Map([
  ...WITHOUT_DECIMALS.map((code) => [code, 0] as const),
  ...WITH_TWO.map((code) => [code, 2] as const),
  ...WITH_THREE.map((code) => [code, 3] as const),
  ...WITH_FOUR.map((code) => [code, 4] as const),
]);

export const CURRENCIES: readonly string[] = [...DECIMALS.keys()].sort();

/** Whether `code` is an ISO 4217 code in capitals whose amounts Pricecheck can hold. */
export const isCurrency = (code: string): boolean => DECIMALS.has(code);

/** The decimals of a currency (EUR 2, JPY 0, KWD 3), or null for a code that is none. */
export const currencyDecimals = (code: string): number | null => DECIMALS.get(code) ?? null;
