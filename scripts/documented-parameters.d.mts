import type { Rule } from "eslint";

export const documentedParameters: Rule.RuleModule;
