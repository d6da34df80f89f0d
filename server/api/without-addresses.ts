/** An e-mail address, also one within a text or a JSON document. */
const ADDRESS = /[^\s@"'`<>()[\]{},;:\\/]+@[^\s@"'`<>()[\]{},;:\\/]+/g;

/** Replaces an address in what strangers read. */
const SOMEBODY = "a member";

/**
 * Returns an answer as visitors of the demo may read it: with "a member" in place of every e-mail address, in whatever
 * field or text it stands. Dates and other objects of classes are returned as they are.
 */
export function withoutAddresses(value: unknown): unknown {
  if (typeof value === "string") return value.replace(ADDRESS, SOMEBODY);
  if (Array.isArray(value)) return value.map(withoutAddresses);
  if (!isPlain(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, withoutAddresses(each)]));
}

const isPlain = (value: unknown): value is object =>
  value !== null && typeof value === "object" && Object.getPrototypeOf(value) === Object.prototype;
