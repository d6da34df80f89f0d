import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import * as oauth from "oauth4webapi";
import { z } from "zod";
import { clientOf } from "@/e2e/client";
import { expect, test } from "@/e2e/fixtures";

const plain = { [oauth.allowInsecureRequests]: true };

/** Starts a local program that waits for the authorization response at its redirect address. */
async function listening() {
  const server = createServer((_, response) => {
    response.writeHead(200, { "content-type": "text/html" });
    response.end("<!doctype html><title>Desk</title><link rel=icon href=data:,><h1>Thank you</h1>");
  });
  await new Promise<void>((resolve) => server.listen(0, "localhost", resolve));
  const { port } = server.address() as AddressInfo;
  return { redirect: `http://localhost:${port}/callback`, close: () => server.close() };
}

test("a person signs in, lets an application in, narrows what it may do, and ends it in settings", async ({
  page,
  newShop,
  newPerson,
  service,
}) => {
  const program = await listening();
  const owner = await newPerson();
  const shop = await newShop({ owner });
  const small = await newShop({ owner, plan: "free" });
  const registration = ["--name", "Desk Helper", "--redirect-uris", "http://localhost/callback"];
  const registered = await service.operate("oauth-client", "add", ...registration);
  const client = z.object({ client_id: z.string() }).parse(registered);

  const issuer = new URL(service.url);
  const found = await oauth.discoveryRequest(issuer, { algorithm: "oauth2", ...plain });
  const server = await oauth.processDiscoveryResponse(issuer, found);
  const verifier = oauth.generateRandomCodeVerifier();
  const authorization = new URL(server.authorization_endpoint ?? "");
  authorization.search = new URLSearchParams({
    client_id: client.client_id,
    response_type: "code",
    redirect_uri: program.redirect,
    scope: "runs:read catalog:read recommendations:write",
    state: "the state",
    code_challenge: await oauth.calculatePKCECodeChallenge(verifier),
    code_challenge_method: "S256",
    resource: `${service.url}/api/v1`,
  }).toString();

  await page.goto(authorization.href);
  await expect(page).toHaveURL(/\/sign-in\?next=/);
  await page.getByLabel("E-mail address").fill(owner.email);
  await page.getByLabel("Password", { exact: true }).fill(owner.password);
  await page.getByRole("button", { name: "Sign in" }).click();

  await expect(page.getByRole("heading", { name: "Give an application access?" })).toBeVisible();
  await expect(page.getByText("Desk Helper wants to act for you")).toBeVisible();
  await expect(page.getByText("Registered here by the operator of this service.")).toBeVisible();
  await expect(page.getByText(/a program on this computer \(localhost\)/)).toBeVisible();
  await page.getByLabel("Workspace").click();
  await expect(page.getByRole("option", { name: small.name })).toBeVisible();
  await page.getByRole("option", { name: shop.name }).click();
  await page.getByRole("checkbox", { name: /Accept, dismiss, snooze/ }).uncheck();
  await page.getByRole("button", { name: "Allow", exact: true }).click();
  await expect(page.getByRole("heading", { name: "Thank you" })).toBeVisible();

  const parameters = oauth.validateAuthResponse(server, client, new URL(page.url()), "the state");
  const response = await oauth.authorizationCodeGrantRequest(
    server,
    client,
    oauth.None(),
    parameters,
    program.redirect,
    verifier,
    plain,
  );
  const tokens = await oauth.processAuthorizationCodeResponse(server, client, response);
  const script = clientOf(service.url, tokens.access_token);
  expect((await script.get("/runs")).status).toBe(200);
  expect(await script.post("/recommendations/rec_1/accept")).toMatchObject({
    status: 403,
    body: { required: "recommendations:write" },
  });

  await page.goto(service.url + shop.page("/settings/grants"));
  const row = page.getByRole("row", { name: /Desk Helper/ });
  await expect(row).toContainText("Active");
  await expect(row).toContainText("answered at localhost");
  await row.getByRole("button", { name: "End the access of Desk Helper" }).click();
  await page.getByRole("button", { name: "End access" }).click();
  await expect(row).toContainText("Ended");
  expect((await script.get("/runs")).status).toBe(401);
  program.close();
});

test("an application that may not be answered there is told nothing; the person is told why", async ({
  page,
  service,
  problem,
}) => {
  problem.expect(/400/);
  const address = new URL(`${service.url}/oauth/authorize`);
  address.search = new URLSearchParams({
    client_id: "cli_unknown",
    response_type: "code",
    redirect_uri: "https://evil.example/callback",
  }).toString();
  await page.goto(address.href);
  await expect(page.getByRole("heading", { name: "The application was not connected" })).toBeVisible();
  await expect(page).toHaveURL(/\/oauth\/authorize/);
});
