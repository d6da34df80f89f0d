// A lint rule: a doc comment names parameters that its function has. A name after @param is a parameter, a key that a
// parameter is destructured by, or, as `name.key`, a property of a parameter. A destructured parameter has no name of
// its own: its properties are documented behind one that says what they are, as in `props.key`. JavaScript states its
// type at its place.
const TAG = /@param\s+(\{.*?\}+\s+)?\[?([\w$]+)(?:\.([\w$]+))?/g;

const FUNCTION = /Function|MethodSignature|CallSignature|Construct(or)?(Type|Signature)/;
/** What has doc comments of its own within, so that a comment before it is about no function in it. */
const WITH_OWN_COMMENTS = /^(BlockStatement|ClassBody|TSInterfaceBody|ObjectExpression|TSTypeLiteral|JSX.*)$/;

/** Returns the outermost node that begins where the comment ends. */
function commented(source, comment) {
  const token = source.getTokenAfter(comment);
  let node = token && source.getNodeByRangeIndex(token.range[0]);
  while (node?.parent && node.parent.type !== "Program" && node.parent.range[0] === token.range[0])
    node = node.parent;
  return node;
}

/** Returns the parameters of the functions in a node, and of a function that another returns at once. */
function parametersIn(node, visitorKeys) {
  if (!node || WITH_OWN_COMMENTS.test(node.type)) return [];
  const isFunction = FUNCTION.test(node.type);
  const keys = isFunction ? ["body", "returnType"] : (visitorKeys[node.type] ?? []);
  const within = keys
    .flatMap((key) => node[key] ?? [])
    .filter((child) => !isFunction || FUNCTION.test(child.type) || child.type === "TSTypeAnnotation")
    .flatMap((child) => parametersIn(child, visitorKeys));
  return isFunction ? [...node.params.map(withoutDefault), ...within] : within;
}

/** Returns what is bound: a default, the dots of the rest and an access modifier are left out. */
function withoutDefault(parameter) {
  const bound = parameter.parameter ?? parameter.left ?? parameter.argument;
  return bound ? withoutDefault(bound) : parameter;
}

/** Returns the names after @param, with the place among them of a whole parameter whose type is stated. */
function tagsIn(text) {
  const tags = [...text.matchAll(TAG)];
  const whole = tags.filter(([, , , key]) => key === undefined);
  return tags.map((tag) => {
    const [matched, type, name, key] = tag;
    const place = type === undefined ? -1 : whole.indexOf(tag);
    return { name, key, place, from: tag.index, to: tag.index + matched.length };
  });
}

/** Returns whether a tag documents a parameter; without types, every property counts as existing. */
function isNamed({ name, key, place }, parameter, at, services) {
  const hasProperty = () => !services?.program || propertyOf(parameter, key, services) !== undefined;
  if (parameter.type === "Identifier") return parameter.name === name && (key === undefined || hasProperty());
  if (parameter.type !== "ObjectPattern") return parameter.elements.some((element) => element?.name === name);
  if (key !== undefined) return hasProperty();
  return at === place || parameter.properties.some((one) => (one.key ?? one.argument).name === name);
}

function propertyOf(parameter, key, services) {
  const checker = services.program.getTypeChecker();
  const type = services.getTypeAtLocation(parameter);
  const alternatives = type.isUnion() ? type.types : [type];
  return alternatives
    .map((each) => checker.getPropertyOfType(checker.getApparentType(each), key))
    .find((property) => property !== undefined);
}

/** @type {import("eslint").Rule.RuleModule} */
export const documentedParameters = {
  meta: {
    type: "problem",
    schema: [],
    messages: { unknown: 'What this comment is about has no parameter "{{name}}".' },
  },
  create(context) {
    const source = context.sourceCode;
    const check = (comment) => {
      const tags = tagsIn(comment.value);
      if (tags.length === 0) return;
      const parameters = parametersIn(commented(source, comment), source.visitorKeys);
      for (const tag of tags) {
        if (parameters.some((each, at) => isNamed(tag, each, at, source.parserServices))) continue;
        const at = comment.range[0] + "/*".length;
        const loc = {
          start: source.getLocFromIndex(at + tag.from),
          end: source.getLocFromIndex(at + tag.to),
        };
        const name = tag.key === undefined ? tag.name : `${tag.name}.${tag.key}`;
        context.report({ loc, messageId: "unknown", data: { name } });
      }
    };
    return {
      Program: () =>
        source
          .getAllComments()
          .filter(({ type, value }) => type === "Block" && value.startsWith("*"))
          .forEach(check),
    };
  },
};
