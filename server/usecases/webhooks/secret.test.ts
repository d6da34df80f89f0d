import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { HOUR_MS } from "@/server/domain/durations";
import { duringTests } from "@/server/testing/during-tests";
import { type NotifiedShop, openNotifiedShop } from "@/server/testing/notified-shop";
import { startTestService } from "@/server/testing/service";

const service = duringTests(startTestService);
let at: NotifiedShop;

beforeEach(async () => {
  at = await openNotifiedShop(service);
});
afterEach(() => at.close());

describe("a secret", () => {
  it("is shown once, and two of them sign while it rotates", async () => {
    const id = await at.listen();
    const answer = await at.must("POST", `/webhooks/${id}/rotate-secret`, { overlap_hours: 1 });
    at.receiver.secrets.push(String(answer["secret"]));
    expect(JSON.stringify(await at.endpoint(id))).not.toContain("whsec_");
    await at.decide();
    await at.work(id);
    expect(at.receiver.received[0]?.verifiedBy).toEqual(at.receiver.secrets);
    service.clock.advance(HOUR_MS);
    await at.decide();
    await at.work(id);
    expect(at.receiver.received[1]?.verifiedBy).toEqual(at.receiver.secrets.slice(1));
  });

  it("is stored sealed", async () => {
    const id = await at.listen();
    const [row] = await service.sql<{ row: string; secret: Buffer }>(
      "SELECT w::text AS row, secret FROM webhook_endpoints w WHERE id = $1",
      [id],
    );
    const key = String(at.receiver.secrets[0]).slice("whsec_".length);
    expect(`${row?.row} ${row?.secret.toString("latin1")}`).not.toContain(key);
  });
});
