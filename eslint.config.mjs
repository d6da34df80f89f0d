import tseslint from "typescript-eslint";
import { documentedParameters } from "./scripts/documented-parameters.mjs";
import { testTitles } from "./scripts/test-titles.mjs";
import { vocabulary } from "./scripts/vocabulary.mjs";

const pricecheck = {
  rules: { vocabulary, "documented-parameters": documentedParameters, "test-titles": testTitles },
};

const ONLY_ENV = {
  object: "process",
  property: "env",
  message: "Only server/boot/env.ts reads the environment.",
};
const NO_SPREAD = {
  selector: "ObjectExpression > SpreadElement > ObjectExpression",
  message: "Write the properties themselves.",
};

const CLOCK = "A connector's clock is connection.now.";
const MEMORY = "Connectors keep nothing in modules; connection.cache does.";
/** Top-level code alone: what a function or an instance holds ends with it. */
const ofModule = ":not(:function *):not(PropertyDefinition[static=false] *)";
/** A map or a set whose type lets nothing change it. */
const declaredReadonly = "[id.typeAnnotation.typeAnnotation.typeName.name=/^Readonly(Map|Set)$/]";
const statelessConnectors = {
  "no-restricted-properties": [
    "error",
    ONLY_ENV,
    { object: "Date", property: "now", message: CLOCK },
    { object: "performance", property: "now", message: CLOCK },
  ],
  "no-restricted-syntax": [
    "error",
    NO_SPREAD,
    { selector: "NewExpression[callee.name='Date'][arguments.length=0]", message: CLOCK },
    { selector: "CallExpression[callee.name='Date']", message: CLOCK },
    {
      selector: ":matches(Program, ExportNamedDeclaration) > VariableDeclaration[kind!='const']",
      message: MEMORY,
    },
    {
      selector: `VariableDeclarator:not(${declaredReadonly}) NewExpression${ofModule}`,
      message: MEMORY,
    },
    { selector: "PropertyDefinition[static=true]", message: MEMORY },
    { selector: `VariableDeclarator > ArrayExpression[elements.length=0]${ofModule}`, message: MEMORY },
    { selector: `VariableDeclarator > ObjectExpression[properties.length=0]${ofModule}`, message: MEMORY },
    { selector: `CallExpression[callee.name='openStoreCache']${ofModule}`, message: MEMORY },
  ],
};

/** The formatter wraps code, and leaves comments as they are. */
const wrappedComments = { "max-len": ["error", { code: 10_000, comments: 120, ignoreUrls: true }] };

const strictCode = {
  ...wrappedComments,
  "@typescript-eslint/no-explicit-any": "error",
  "@typescript-eslint/no-floating-promises": "error",
  "@typescript-eslint/no-misused-promises": ["error", { checksVoidReturn: { attributes: false } }],
  "@typescript-eslint/await-thenable": "error",
  "@typescript-eslint/no-unused-vars": ["error", { argsIgnorePattern: "^_", varsIgnorePattern: "^_" }],
  "@typescript-eslint/ban-ts-comment": "error",
  "@typescript-eslint/no-non-null-assertion": "error",
  "@typescript-eslint/consistent-type-imports": "error",
  "@typescript-eslint/switch-exhaustiveness-check": ["error", { considerDefaultExhaustiveForUnions: true }],
  "no-restricted-properties": ["error", ONLY_ENV],
  "no-restricted-syntax": ["error", NO_SPREAD],
  "no-console": "error",
  "pricecheck/documented-parameters": "error",
  "pricecheck/test-titles": "error",
  "pricecheck/vocabulary": "error",
};

export default tseslint.config(
  {
    ignores: [
      ".next/**",
      "dist/**",
      "node_modules/**",
      "server/db/generated/**",
      "e2e/sample/generated/**",
      "e2e/stores/*/**",
      "e2e/real-stores/*/**",
      "bench/web/lighthouse/**",
      "next-env.d.ts",
      "test-results/**",
    ],
  },
  {
    files: ["**/*.ts", "**/*.tsx"],
    plugins: { "@typescript-eslint": tseslint.plugin, pricecheck },
    languageOptions: {
      parser: tseslint.parser,
      parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname },
    },
    linterOptions: { reportUnusedDisableDirectives: "error" },
    rules: strictCode,
  },
  {
    files: ["**/*.mjs"],
    plugins: { pricecheck },
    rules: { ...wrappedComments, "pricecheck/documented-parameters": "error" },
  },
  {
    files: ["{app,server,bench,eval}/**/*.ts"],
    ignores: ["server/testing/seed.ts"],
    rules: {
      "no-restricted-imports": [
        "error",
        { name: "fast-check", message: "Import fc from server/testing/seed.ts, which sets its seed." },
      ],
    },
  },
  {
    // The sandbox's server is a process of its own.
    files: ["server/stores/**/*.ts"],
    ignores: ["**/*.test.ts", "server/stores/sandbox/server.ts"],
    rules: statelessConnectors,
  },
  {
    files: [
      "server/boot/env.ts",
      "*.config.ts",
      "e2e/**/*.ts",
      "bench/**/*.ts",
      "eval/**/*.ts",
      "server/testing/**/*.ts",
      "server/**/main.test.ts",
      "server/boot/embedded-database.test.ts",
      "server/boot/one-start.test.ts",
    ],
    rules: { "no-restricted-properties": "off" },
  },
  {
    files: [
      "server/admin/**/*.ts",
      "bench/**/*.ts",
      "eval/**/*.ts",
      "prisma/**/*.ts",
      "e2e/**/*.ts",
      "server/**/main.ts",
    ],
    rules: { "no-console": "off" },
  },
);
