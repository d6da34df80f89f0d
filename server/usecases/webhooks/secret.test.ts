import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { HOUR_MS } from "@/server/domain/durations";
import { type NotifiedShop, openNotifiedShop } from "@/server/testing/notified-shop";
import { startTestService, type TestService } from "@/server/testing/service";

let service: TestService;
let at: NotifiedShop;

beforeAll(async () => {
  service = await startTestService();
});
beforeEach(async () => {
  at = await openNotifiedShop(service);
});
afterEach(() => at.close());
afterAll(() => service.close());

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
