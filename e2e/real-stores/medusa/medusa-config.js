// The shop of the suites: only the server, without the dashboard, over the database that its parent names.
const { defineConfig } = require("@medusajs/framework/utils");

const SECRET = "only-for-suites";

module.exports = defineConfig({
  admin: { disable: true },
  projectConfig: {
    databaseUrl: process.env.DATABASE_URL,
    databaseDriverOptions: { ssl: false, connection: { ssl: false } },
    http: { adminCors: "*", authCors: "*", storeCors: "*", cookieSecret: SECRET, jwtSecret: SECRET },
  },
});
