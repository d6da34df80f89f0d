const contexts = require("./scripts/contexts.cjs");

/** The directions of the house: app → http → api → usecases → { domain, db, stores, market }; jobs → usecases. */
const layer = (name, from, notTo, comment) => ({
  name,
  severity: "error",
  comment,
  from: { path: from, pathNot: "\\.test\\.ts$|^server/testing/" },
  to: { path: notTo },
});

/** A module imports nothing of the product but itself and what is named; the README.md in its folder says what for. */
const standsAlone = (name, folder, imported, beside = "") => ({
  name,
  severity: "error",
  comment: `${folder}/README.md says what it imports of the product, and what for`,
  from: { path: `^${folder}/`, pathNot: "\\.test\\.ts$" },
  to: {
    path: `^(app|server|prisma|e2e|bench|eval|scripts)/${beside}`,
    pathNot: `^${folder}/|${imported}`,
  },
});

/** On each layer, a resource imports no resource of a context that stands above its own. */
const contextRules = contexts.slice(0, -1).map(([context, resources], place) => ({
  name: `context-${context}-knows-none-above`,
  severity: "error",
  comment: "the order of contexts is in scripts/contexts.cjs",
  from: {
    path: `^server/(api|usecases|db|domain)/(?:${resources.join("|")})/`,
    pathNot: "\\.test\\.ts$",
  },
  to: {
    path: `^server/$1/(?:${contexts
      .slice(place + 1)
      .flatMap(([, above]) => above)
      .join("|")})/`,
  },
}));

module.exports = {
  forbidden: [
    ...contextRules,
    {
      name: "roots-know-no-resource",
      severity: "error",
      comment:
        "what every resource may import knows none; root, uploads and published-events put the API together",
      from: {
        path: "^server/(api|usecases|db|domain)/[^/]+$",
        pathNot: "\\.test\\.ts$|^server/api/(root|uploads|published-events)\\.ts$",
      },
      to: { path: "^server/$1/[^/]+/" },
    },
    { name: "no-cycles", severity: "error", from: {}, to: { circular: true } },
    {
      name: "no-orphans",
      severity: "error",
      from: { orphan: true, path: "^server/", pathNot: "\\.test\\.ts$|generated|\\.d\\.m?ts$" },
      to: {},
    },
    {
      name: "domain-is-pure",
      severity: "error",
      comment: "domain imports only domain (and zod, and calendar arithmetic)",
      from: { path: "^server/domain/", pathNot: "\\.test\\.ts$" },
      to: { pathNot: "^server/domain/|node_modules/(zod|temporal-(polyfill|spec|utils))/" },
    },
    standsAlone(
      "engine-stands-alone",
      "server/domain/pricing/engine",
      "^server/domain/(currency|durations|margin|money|ratio|items/(pack-size|shop-window)|pricing/(inputs|outcome|policy|policy-match|resolve|precedence|lanes))\\.ts$",
      "|node_modules/",
    ),
    {
      name: "engine-is-reached-by-its-index",
      severity: "error",
      comment: "tests, evaluations and benches may reach further",
      from: {
        path: "^(app|server|prisma)/",
        pathNot: "^server/(domain/pricing|testing)/|\\.test\\.ts$",
      },
      to: { path: "^server/domain/pricing/engine/(?!index\\.ts$)" },
    },
    {
      name: "policies-ask-what-compiles",
      severity: "error",
      comment:
        "beside the engine, checks of policies ask what compiles them, and run in the browser without the rest",
      from: { path: "^server/domain/pricing/[^/]+$", pathNot: "\\.test\\.ts$" },
      to: { path: "^server/domain/pricing/engine/(?!(index|compile|constraints|endings)\\.ts$)" },
    },
    layer(
      "domain-is-not-reached-back",
      "^server/(db|stores|market|outbound)/",
      "^server/(usecases|api|http|jobs)/|^app/",
    ),
    layer(
      "usecases-know-no-transport",
      "^server/usecases/",
      "^server/(api|http|jobs)/|^app/|node_modules/(@trpc|next)",
    ),
    standsAlone(
      "stores-stand-alone",
      "server/stores",
      "^server/domain/(currency|durations|money|items/shop-window)\\.ts$|^server/outbound/address\\.ts$|^server/domain/rehearsals/faults\\.ts$",
    ),
    {
      name: "rehearsed-faults-are-the-sandboxs",
      severity: "error",
      from: { path: "^server/stores/(?!sandbox/)" },
      to: { path: "^server/domain/rehearsals/" },
    },
    {
      name: "stores-are-reached-by-their-index",
      severity: "error",
      comment: "tests, and the shops and benches of tests, may reach further",
      from: {
        path: "^(app|server|prisma|bench|eval)/",
        pathNot: "^server/(stores|testing)/|^eval/found/|\\.test\\.ts$",
      },
      to: { path: "^server/stores/(?!index\\.ts$)" },
    },
    standsAlone("reader-stands-alone", "server/market", "^server/domain/currency\\.ts$"),
    {
      name: "reader-is-reached-by-its-index",
      severity: "error",
      comment: "tests, evaluations and benches may reach further",
      from: { path: "^(app|server|prisma)/", pathNot: "^server/(market|testing)/|\\.test\\.ts$" },
      to: { path: "^server/market/(?!index\\.ts$)" },
    },
    layer("outbound-knows-no-feature", "^server/outbound/", "^server/(?!outbound/)"),
    layer("jobs-run-usecases", "^server/jobs/", "^server/(api|http)/|^app/"),
    layer("api-knows-no-transport", "^server/api/", "^server/(http|jobs)/|^app/|node_modules/next/"),
    layer("api-does-not-touch-stores", "^server/api/", "^server/(stores|market)/"),
    layer(
      "http-names-no-feature",
      // The links in mails and the messages of stores belong to no endpoint; each has a handler of its own.
      "^server/http/(?!(unsubscribe|store-[a-z]+)-handler)",
      "^server/usecases/(?!(services|settings)\\.ts$)|^server/(db|stores|market|domain/pricing)/|^server/api/[^/]+/",
    ),
    layer(
      "oauth-runs-usecases",
      "^server/oauth/",
      "^server/(jobs|stores|market)/|^server/api/(?!error-response)|^app/",
    ),
    layer("oauth-is-reached-from-the-server-alone", "^server/(?!oauth/|boot/)", "^server/oauth/"),
    layer(
      "credentials-know-no-feature",
      "^server/(credentials|network)/",
      "^server/(?!credentials|network)|^app/",
    ),
    layer(
      "rate-limit-knows-no-feature",
      "^server/rate-limit/",
      "^server/(?!rate-limit|db|domain/errors|usecases/services)|^app/",
    ),
    layer(
      "sign-in-stands-above-usecases",
      "^server/(usecases|db|domain|stores|market|outbound)/",
      "^server/(auth|oauth|boot)/",
    ),
    layer(
      "boot-is-imported-by-programs-alone",
      "^server/(?!boot/|admin/|replay/|main|metrics/)",
      "^server/boot/",
    ),
    {
      name: "only-db-imports-prisma-and-pg",
      severity: "error",
      from: { path: "^(server|app)/", pathNot: "^server/db/|^server/testing/|\\.test\\.ts$" },
      to: { path: "node_modules/(@prisma|prisma|pg|pg-copy-streams)/|^server/db/generated" },
    },
    {
      name: "only-api-and-http-import-trpc",
      severity: "error",
      from: { path: "^server/", pathNot: "^server/(api|http)/|\\.test\\.ts$|^server/testing/" },
      to: { path: "node_modules/(@trpc|trpc-to-openapi)/" },
    },
    {
      name: "app-goes-through-http-and-api-types",
      severity: "error",
      from: { path: "^app/" },
      to: { path: "^server/(usecases|db|stores|market|jobs)/" },
    },
    {
      name: "pages-have-no-code-of-the-service",
      severity: "error",
      comment:
        "they take it from the process (boot/for-pages.ts): bundled, it would run twice, and be built with each page",
      from: { path: "^(app/|proxy\\.ts$|instrumentation-client\\.ts$)", pathNot: "\\.test\\.tsx?$" },
      to: {
        path: "^server/(?!domain/|boot/(service-for-pages|env)\\.ts$|http/gate/security-headers\\.ts$)",
        dependencyTypesNot: ["type-only"],
      },
    },
    {
      name: "pages-have-no-more-by-what-they-import",
      severity: "error",
      comment: "scripts/build.mjs lists these files as sources of the pages",
      from: { path: "^server/(boot/(service-for-pages|env|exposure)|http/gate/security-headers)\\.ts$" },
      to: {
        path: "^server/(?!domain/|boot/exposure\\.ts$)",
        dependencyTypesNot: ["type-only"],
      },
    },
    {
      name: "tests-are-not-imported",
      severity: "error",
      from: { pathNot: "\\.test\\.ts$|^(e2e|bench|eval)/|^server/testing/" },
      to: { path: "\\.test\\.ts$|^server/testing/|^e2e/" },
    },
    {
      name: "not-unresolvable",
      severity: "error",
      from: {},
      // The real stores of tests are installed beside the project, with the packages that their files import.
      to: { couldNotResolve: true, pathNot: "\\.(css|json)$|^@(vendure|medusajs)/" },
    },
    {
      name: "no-drawers",
      severity: "error",
      from: {},
      to: { path: "/(util|utils|helper|helpers|lib|common)(/|[.]ts)", pathNot: "node_modules" },
    },
  ],
  options: {
    doNotFollow: { path: "node_modules|server/db/generated" },
    tsConfig: { fileName: "tsconfig.json" },
    tsPreCompilationDeps: true,
    enhancedResolveOptions: {
      exportsFields: ["exports"],
      conditionNames: ["import", "require", "node", "default", "types"],
    },
  },
};
