import { defineConfig } from "prisma/config";

export default defineConfig({
  schema: "prisma/schema.prisma",
  migrations: { path: "prisma/migrations" },
  // scripts/prisma.mjs sets it; commands that need no database run without.
  datasource: { url: process.env["DATABASE_URL"] ?? "" },
});
