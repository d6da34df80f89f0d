import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { tenantOf } from "@/server/db/database/tenant";
import { inTenant } from "@/server/db/database/transaction";
import { DAY_MS, MINUTE_MS } from "@/server/domain/durations";
import { duringTests } from "@/server/testing/during-tests";
import { startMailServer } from "@/server/testing/mail-server";
import { mailsOf } from "@/server/testing/mails";
import { startTestService, type TestService } from "@/server/testing/service";
import type { Services } from "../services";
import { deliverDueMails, deliverMail, storeMail } from "./deliver";

const service = duringTests(startTestService);
let server: Awaited<ReturnType<typeof startMailServer>>;
beforeEach(async () => {
  server = await startMailServer();
});
afterEach(() => server.close());

const withServer = (smtpUrl: string | null): TestService["services"] => ({
  ...service.services,
  settings: { ...service.services.settings, smtpUrl },
});
const keep = async (
  services: Services,
  content: { text: string; action?: string; topic?: "runs" } = { text: "Grüße\n.\nEnd" },
) => {
  const { id, userId } = await service.workspace();
  const letter = {
    workspaceId: id,
    userId,
    recipient: "anna@example.test",
    template: "password_changed" as const,
    subject: "A notice",
    ...content,
  };
  return inTenant(services.db, tenantOf(id), (tx) => storeMail(services, tx.prisma, letter));
};
const row = async (id: string) =>
  (
    await service.sql<{ sent_at: Date | null; error: string | null; attempts: number }>(
      "SELECT sent_at, error, attempts FROM mails WHERE id = $1",
      [id],
    )
  )[0];

describe("a mail", () => {
  it("goes to the mail server once, however many processes deliver it", async () => {
    const services = withServer(server.url);
    const mail = await keep(services);
    await Promise.all(Array.from({ length: 5 }, () => deliverMail(services, mail)));
    await deliverDueMails(services);
    expect(server.taken).toHaveLength(1);
    expect(server.taken[0]).toContain("To: anna@example.test");
    expect(server.taken[0]).toContain("Subject: A notice");
    expect(await row(mail.id)).toMatchObject({ error: null, sent_at: new Date(service.clock.now()) });
  });

  it("has the link its author named as its button, and none where its author named none", async () => {
    const services = withServer(server.url);
    const page = `${services.settings.publicUrl}/w/ws_1/settings/plan`;
    await deliverMail(services, await keep(services, { text: `See\n${page}`, action: page }));
    await deliverMail(services, await keep(services, { text: `See\n${page}` }));
    expect(server.taken.map((mail) => mail.includes('class=3D"action"'))).toEqual([true, false]);
    await expect(keep(services, { text: "See", action: page })).rejects.toThrow("a line of its text");
  });

  it("keeps the reason when it was refused, fails nobody, and is sent by a later attempt", async () => {
    const services = withServer(server.url);
    server.refuse(true);
    const mail = await keep(services);
    const before = service.lines.length;
    await deliverMail(services, mail);
    expect(await row(mail.id)).toMatchObject({
      sent_at: null,
      error: expect.stringContaining("550") as string,
    });
    server.refuse(false);
    service.clock.advance(MINUTE_MS);
    await deliverDueMails(services);
    expect(server.taken).toHaveLength(1);
    const about = { workspace: mail.workspaceId, mail: mail.id, template: "password_changed" };
    const refused = { outcome: "retried", reason: expect.any(String), status: 550, attempts: 1 };
    expect(service.lines.slice(before)).toEqual([
      { level: "warn", message: "mail", fields: { ...about, to: "a…@example.test", ...refused } },
      {
        level: "info",
        message: "mail",
        fields: { ...about, to: "a…@example.test", outcome: "sent", attempts: 2 },
      },
    ]);
    expect((await row(mail.id))?.sent_at).not.toBeNull();
    expect(await services.meter.text()).toMatch(/pricecheck_mails_total\{outcome="retried"\} 1\n/);
    expect(await services.meter.text()).toMatch(/pricecheck_mails_total\{outcome="sent"\} [1-9]/);
  });

  it("is tried each minute at first, and then at growing intervals", async () => {
    const services = withServer(server.url);
    server.refuse(true);
    const mail = await keep(services);
    await deliverMail(services, mail);
    const minutes: number[] = [];
    for (let minute = 1; minute <= 50; minute += 1) {
      const before = (await row(mail.id))?.attempts;
      service.clock.advance(MINUTE_MS);
      await deliverDueMails(services);
      if ((await row(mail.id))?.attempts !== before) minutes.push(minute);
    }
    expect(minutes).toEqual([1, 2, 3, 4, 5, 7, 11, 19, 34, 49]);
  });

  it("does not wait behind others that the server refuses for good", async () => {
    const services = withServer(server.url);
    for (let n = 0; n < 51; n += 1) await keep(services);
    await service.sql("UPDATE mails SET attempts = 3, created_at = $1 WHERE sent_at IS NULL", [
      new Date(service.clock.now() - MINUTE_MS * 60),
    ]);
    const { id } = await keep(services);
    await deliverDueMails(services);
    expect((await row(id))?.sent_at).not.toBeNull();
  });

  it("is given up a day after it was written", async () => {
    const services = withServer(server.url);
    await keep(services);
    await service.sql("UPDATE mails SET created_at = $1", [new Date(service.clock.now() - DAY_MS - 1)]);
    await deliverDueMails(services);
    expect(server.taken).toEqual([]);
  });

  it("is given up once, and never sent, when its recipient has left the workspace it is about", async () => {
    const services = withServer(server.url);
    const before = service.lines.length;
    const mail = await keep(services, { text: "Grüße\n.\nEnd", topic: "runs" });
    await service.sql("DELETE FROM memberships WHERE user_id = (SELECT user_id FROM mails WHERE id = $1)", [
      mail.id,
    ]);
    await deliverMail(services, mail);
    await deliverDueMails(services);
    expect(server.taken).toEqual([]);
    expect(service.lines.slice(before)).toMatchObject([{ fields: { mail: mail.id, outcome: "given_up" } }]);
  });

  it("is kept sealed without a mail server; the log is told of it once, and not what it says", async () => {
    const services = withServer(null);
    const before = service.lines.length;
    const mail = await keep(services);
    await deliverMail(services, mail);
    await deliverDueMails(services);
    expect(service.lines.slice(before)).toMatchObject([
      { level: "info", message: "mail", fields: { mail: mail.id, outcome: "kept" } },
    ]);
    expect((await row(mail.id))?.sent_at).toBeNull();
    const [stored] = await service.sql<{ row: string; raw: Buffer }>(
      "SELECT m::text AS row, body AS raw FROM mails m WHERE id = $1",
      [mail.id],
    );
    expect(`${stored?.row} ${stored?.raw.toString("latin1")}`).not.toContain("End");
    expect((await mailsOf(service)).at(-1)?.text).toBe("Grüße\n.\nEnd");
  });

  it("loses its body once it was sent, and with a one-time link a day after it was written", async () => {
    const body = async (id: string) =>
      (await service.sql<{ body: Buffer | null }>("SELECT body FROM mails WHERE id = $1", [id]))[0]?.body;
    const services = withServer(server.url);
    const sent = await keep(services);
    expect(await body(sent.id)).toBeInstanceOf(Buffer);
    await deliverMail(services, sent);
    expect(await body(sent.id)).toBeNull();
    server.refuse(true);
    const refused = await keep(services);
    await service.sql("UPDATE mails SET one_time = true WHERE id = $1", [refused.id]);
    service.clock.advance(DAY_MS);
    await deliverDueMails(services);
    expect(await body(refused.id)).toBeInstanceOf(Buffer);
    service.clock.advance(1);
    await deliverDueMails(services);
    expect(await body(refused.id)).toBeNull();
  });
});
