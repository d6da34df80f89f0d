// A lint rule: the title of a test does not begin in the middle of a sentence. Lists of failed tests and searches show
// it without the titles around it. "What", "who", "which" and "how" are missing here, because they begin subjects too.
const MIDDLE = new Set(
  [
    "about above across after again against along alongside also although amid among and around as at",
    "because before behind below beneath beside besides between beyond but by despite during except for from",
    "if in inside into like nor of on once onto or outside over per since so than that then though through to too",
    "toward towards under unless until upon via when whenever where wherever while whom whose with within without",
  ].flatMap((line) => line.split(" ")),
);

/** What `it` and `test` are varied by, as in `it.each`; `test.step` and `test.describe` begin no test. */
const VARIANTS = new Set(
  "concurrent each fail fails fixme for only runIf sequential skip skipIf todo".split(" "),
);

const isTest = (callee) => {
  if (callee.type === "Identifier") return callee.name === "it" || callee.name === "test";
  if (callee.type === "MemberExpression") return VARIANTS.has(callee.property.name) && isTest(callee.object);
  if (callee.type === "CallExpression") return isTest(callee.callee);
  return callee.type === "TaggedTemplateExpression" && isTest(callee.tag);
};

/** Returns how a title begins, or null where it is computed. */
const beginningOf = (title) => {
  if (title?.type === "TemplateLiteral") return title.quasis[0].value.cooked;
  return title?.type === "Literal" && typeof title.value === "string" ? title.value : null;
};

/** @type {import("eslint").Rule.RuleModule} */
export const testTitles = {
  meta: {
    type: "suggestion",
    schema: [],
    messages: { middle: 'A title does not begin with "{{word}}"; begin with the subject or the verb.' },
  },
  create: (context) => ({
    CallExpression({ callee, arguments: [title] }) {
      const [word] = beginningOf(title)?.split(/[\s,:;]/, 1) ?? [];
      if (MIDDLE.has(word) && isTest(callee))
        context.report({ node: title, messageId: "middle", data: { word } });
    },
  }),
};
