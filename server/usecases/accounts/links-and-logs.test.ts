import { expect, it } from "vitest";
import { duringTests } from "@/server/testing/during-tests";
import { mailsOf, UNREACHABLE_MAIL_SERVER } from "@/server/testing/mails";
import { startTestService } from "@/server/testing/service";
import { invite } from "../invitations/invite";
import { listMails } from "../mails/list";
import { memberContext } from "../operator-context";
import type { Services } from "../services";
import { signUp, signUpByMail } from "../sign-up/sign-up";
import { resendConfirmLink } from "./confirm-email";
import { mailPasswordReset, resetLinkFor } from "./password";

const FROM = { requestId: "req_1", ip: "192.0.2.1" };
const CODE = /code=([\w-]{16,})/;

const service = duringTests(startTestService);

/** Returns services with a log that records every line, and the recorded text. */
function listening(smtpUrl: string | null): { services: Services; log: () => string } {
  const lines: string[] = [];
  const keep = (fields: object, message: string): void => {
    lines.push(
      message,
      ...Object.values({ ...fields }).map((each) => `${String(each)} ${JSON.stringify(each)}`),
    );
  };
  const { settings } = service.services;
  const log = { debug: keep, info: keep, warn: keep, error: keep };
  return {
    services: { ...service.services, settings: { ...settings, smtpUrl }, log },
    log: () => lines.join("\n"),
  };
}

const owner = async (email: string) => {
  const { id: workspaceId } = await service.workspace({ plan: "max" });
  await service.person({ email, workspaceId, role: "owner" });
  return workspaceId;
};

it("a link that is mailed stands in no log, also where the mail server takes no mail", async () => {
  const { services, log } = listening(UNREACHABLE_MAIL_SERVER);
  const workspaceId = await owner("owner@mailed.test");
  await signUpByMail(services, { email: "new@mailed.test", name: null, timeZone: null }, FROM);
  await mailPasswordReset(services, "owner@mailed.test", FROM);
  const context = await memberContext(services, workspaceId, "owner@mailed.test");
  await invite(context, { email: "guest@mailed.test", role: "viewer" });
  const codes = [];
  for (const email of ["new@mailed.test", "owner@mailed.test", "guest@mailed.test"])
    for (const { text } of await mailsOf(service, email)) codes.push(CODE.exec(text)?.[1] ?? "");
  expect(codes).toHaveLength(3);
  for (const code of codes) {
    expect(code).not.toBe("");
    expect(log()).not.toContain(code);
  }
  // The log contains the cause, the code of the mail library: no mail server listens at the address.
  expect(log()).toContain("ESOCKET");
});

it("a link that is shown once stands in no log", async () => {
  const { services, log } = listening(null);
  const workspaceId = await owner("owner@shown.test");
  const made = await signUp(services, { email: "new@shown.test", password: "korrekt pferd" }, FROM);
  const again = await resendConfirmLink(services, made.userId);
  const context = await memberContext(services, workspaceId, "owner@shown.test");
  const invited = await invite(context, { email: "guest@shown.test", role: "viewer" });
  const reset = await resetLinkFor(services, "owner@shown.test");
  for (const link of [made.link, again.link, invited.link, reset.link]) {
    const code = CODE.exec(link ?? "")?.[1] ?? "";
    expect(code).not.toBe("");
    expect(log()).not.toContain(code);
  }
});

it("a link that is mailed is shown in no list of mails", async () => {
  const { services } = listening(UNREACHABLE_MAIL_SERVER);
  const workspaceId = await owner("owner@listed.test");
  await mailPasswordReset(services, "owner@listed.test", FROM);
  const context = await memberContext(services, workspaceId, "owner@listed.test");
  await invite(context, { email: "guest@listed.test", role: "viewer" });
  const listed = await listMails(context);
  expect(listed.map(({ recipient, text }) => [recipient, text])).toEqual([
    ["guest@listed.test", null],
    ["owner@listed.test", null],
  ]);
});
