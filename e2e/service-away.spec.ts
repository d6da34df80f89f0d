import { stock } from "@/e2e/assortment";
import { expect, test } from "@/e2e/fixtures";

test("a click on a link while the service is away stays in the app, and arrives when it is back", async ({
  as,
  newShop,
  problem,
}) => {
  problem.expect(/ERR_CONNECTION_REFUSED|status of 503/);
  const shop = await newShop();
  await stock(shop.client);
  const page = await as(shop.owner, { at: shop.page("/alerts") });
  const isPage = (url: URL) => url.searchParams.has("_rsc");
  for (const away of ["refused", "unavailable"] as const) {
    await page.goto(shop.page("/alerts"));
    await page.route(isPage, (route) =>
      away === "refused" ? route.abort("connectionrefused") : route.fulfill({ status: 503, body: "away" }),
    );
    await page
      .getByRole("navigation", { name: "Main" })
      .getByRole("link", { name: /^Reports/ })
      .click();
    await expect(page.getByText("The service does not answer", { exact: true })).toBeVisible();
    await expect(page.getByRole("heading", { level: 1, name: "Alerts" })).toBeVisible();
    await page.unroute(isPage);
    await expect(page.getByRole("heading", { level: 1, name: "Reports" })).toBeVisible();
    await expect(page.getByText("The service does not answer", { exact: true })).toHaveCount(0);
  }
});
