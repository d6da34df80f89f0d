export type StyleClasses = { readonly hidden: ReadonlySet<string>; readonly struck: ReadonlySet<string> };

const SINGLE_CLASS = /^\.([A-Za-z_][\w-]{0,80})$/;
const HIDES = /(?:^|;)\s*(?:display\s*:\s*none|visibility\s*:\s*hidden)/i;
const STRIKES = /(?:^|;)\s*text-decoration(?:-line)?\s*:[^;]{0,40}line-through/i;

/**
 * Returns the class names that a page's own style sheets hide or strike through: rules outside any at-rule whose
 * selector is that class alone. Anything more complex needs a browser.
 */
export function styleClasses(sheets: readonly string[]): StyleClasses {
  const hidden = new Set<string>();
  const struck = new Set<string>();
  for (const sheet of sheets) {
    for (const [selectors, body] of topRules(sheet)) {
      const target = HIDES.test(body) ? hidden : STRIKES.test(body) ? struck : null;
      if (target === null) continue;
      for (const selector of selectors.split(",")) {
        const name = SINGLE_CLASS.exec(selector.trim())?.[1];
        if (name !== undefined) target.add(name);
      }
    }
  }
  return { hidden, struck };
}

function* topRules(sheet: string): Generator<readonly [string, string]> {
  let depth = 0;
  let ruleStart = 0;
  let bodyStart = 0;
  for (let at = 0; at < sheet.length; at++) {
    const character = sheet[at];
    if (character === "{") {
      depth++;
      if (depth === 1) bodyStart = at + 1;
    } else if (character === "}") {
      depth = Math.max(0, depth - 1);
      if (depth > 0) continue;
      const body = sheet.slice(bodyStart, Math.min(at, bodyStart + 2000));
      if (!body.includes("{"))
        yield [sheet.slice(ruleStart, Math.min(bodyStart - 1, ruleStart + 2000)), body];
      ruleStart = at + 1;
    }
  }
}
