export type StyleClasses = { readonly hidden: ReadonlySet<string>; readonly struck: ReadonlySet<string> };

const SINGLE_CLASS = /^\.([A-Za-z_][\w-]{0,80})$/;
const HIDES = /(?:^|;)\s*(?:display\s*:\s*none|visibility\s*:\s*hidden)/i;
const STRIKES = /(?:^|;)\s*text-decoration(?:-line)?\s*:[^;]{0,40}line-through/i;
/** No other declaration matters; most style sheets and rules have none of them. */
const MATTERS = /none|hidden|line-through/i;
const LONGEST = 2000;

/**
 * Returns the class names that a page's own style sheets hide or strike through: rules outside any at-rule whose
 * selector is that class alone. Anything more complex needs a browser.
 * @param used the class names that the page has; others are ignored
 */
export function styleClasses(sheets: readonly string[], used: ReadonlySet<string>): StyleClasses {
  const hidden = new Set<string>();
  const struck = new Set<string>();
  for (const sheet of sheets) {
    if (!MATTERS.test(sheet)) continue;
    for (const [selectors, body] of topRules(sheet)) {
      const target = HIDES.test(body) ? hidden : STRIKES.test(body) ? struck : null;
      if (target === null) continue;
      for (const selector of selectors.split(",")) {
        const name = SINGLE_CLASS.exec(selector.trim())?.[1];
        if (name !== undefined && used.has(name)) target.add(name);
      }
    }
  }
  return { hidden, struck };
}

/** Iterates over the rules outside at-rules that may matter: the selectors and the declarations of each. */
function* topRules(sheet: string): Generator<readonly [string, string]> {
  let depth = 0;
  let ruleStart = 0;
  let bodyStart = 0;
  let opening = sheet.indexOf("{");
  let closing = sheet.indexOf("}");
  while (closing !== -1) {
    if (opening !== -1 && opening < closing) {
      depth++;
      if (depth === 1) bodyStart = opening + 1;
      opening = sheet.indexOf("{", opening + 1);
      continue;
    }
    depth = Math.max(0, depth - 1);
    if (depth === 0) {
      const body = sheet.slice(bodyStart, Math.min(closing, bodyStart + LONGEST));
      if (MATTERS.test(body) && !body.includes("{"))
        yield [sheet.slice(ruleStart, Math.min(bodyStart - 1, ruleStart + LONGEST)), body];
      ruleStart = closing + 1;
    }
    closing = sheet.indexOf("}", closing + 1);
  }
}
