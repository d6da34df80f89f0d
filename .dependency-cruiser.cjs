/** The directions of the house: app → http → api → usecases → { domain, db, stores, market }; jobs → usecases. */
const layer = (name, from, notTo, comment) => ({
  name,
  severity: "error",
  comment,
  from: { path: from, pathNot: "\\.test\\.ts$|^server/testing/" },
  to: { path: notTo },
});

module.exports = {
  forbidden: [
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
      comment: "domain imports only domain (and zod)",
      from: { path: "^server/domain/", pathNot: "\\.test\\.ts$" },
      to: { pathNot: "^server/domain/|node_modules/zod/" },
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
    layer("outbound-knows-no-feature", "^server/outbound/", "^server/(?!outbound/)"),
    layer("jobs-run-usecases", "^server/jobs/", "^server/(api|http)/|^app/"),
    layer("api-knows-no-transport", "^server/api/", "^server/(http|jobs)/|^app/|node_modules/next/"),
    layer("api-does-not-touch-stores", "^server/api/", "^server/(stores|market)/"),
    layer(
      "http-names-no-feature",
      "^server/http/",
      "^server/usecases/(?!acting)|^server/(db|stores|market|domain/pricing)/|^server/api/(?!middleware)[^/]+/",
    ),
    layer(
      "oauth-runs-usecases",
      "^server/oauth/",
      "^server/(jobs|stores|market)/|^server/api/(?!middleware)|^app/",
    ),
    layer("oauth-is-reached-from-the-server-alone", "^server/(?!oauth/|web-server)", "^server/oauth/"),
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
      name: "tests-are-not-imported",
      severity: "error",
      from: { pathNot: "\\.test\\.ts$|^(e2e|bench|eval)/|^server/testing/" },
      to: { path: "\\.test\\.ts$|^server/testing/|^e2e/" },
    },
    {
      name: "not-unresolvable",
      severity: "error",
      from: {},
      to: { couldNotResolve: true, pathNot: "\\.(css|json)$" },
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
