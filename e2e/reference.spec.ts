import { z } from "zod";
import { expect, test } from "@/e2e/fixtures";

const operation = z.object({ summary: z.string() });
const document = z.object({ paths: z.record(z.string(), z.record(z.string(), operation)) });

// The fixtures fail every test whose page contacts another host; this test exists for that check.
test("the reference shows every operation and asks nothing of another host", async ({ page, service }) => {
  const served = await (await fetch(`${service.url}/api/v1/openapi.json`)).json();
  const { paths } = document.parse(served);
  const summaries = Object.values(paths).flatMap((methods) =>
    Object.values(methods).map(({ summary }) => summary),
  );
  expect(summaries.length).toBeGreaterThan(15);

  await page.goto("/reference");
  const contents = page.getByRole("complementary", { name: /^Sidebar for/ });
  const closed = contents.getByRole("button", { name: /^Open Group/ });
  await expect(contents.getByRole("link", { name: "Introduction" })).toBeVisible();
  while ((await closed.count()) > 0) await closed.first().click();
  for (const summary of summaries)
    await expect(contents.getByRole("link", { name: summary }).first()).toBeVisible();
});
