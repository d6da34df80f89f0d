import type { Rule } from "eslint";

export const testTitles: Rule.RuleModule;
