/** Returns every time zone this browser supports, and always UTC and the chosen one. */
export function timeZoneOptions(chosen: string): { value: string; label: string }[] {
  const names = new Set(["UTC", chosen, ...Intl.supportedValuesOf("timeZone")]);
  return [...names].map((value) => ({ value, label: value.replaceAll("_", " ") }));
}
