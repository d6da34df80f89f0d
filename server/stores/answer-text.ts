const NOTICE =
  /^\s*(?:<br\s*\/?>\s*)?(?:<b>)?(?:PHP )?(?:Notice|Warning|Deprecated|Strict Standards|(?:Fatal|Parse) error)(?:<\/b>)?\s*:/i;

/** Returns a body as text, without the byte order mark that an editor left in a file of the store. */
export const textOf = (body: Buffer): string => body.toString("utf8").replace(/^\uFEFF+/, "");

/** Says why an answer of success is not JSON. */
export const notJson = (text: string): string =>
  NOTICE.test(text)
    ? "The store puts a PHP notice before its answer: switch display_errors off in the store."
    : "The store's answer is not JSON.";
