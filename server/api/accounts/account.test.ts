import { describe, expect, it } from "vitest";
import { browserCaller } from "@/server/testing/browser-caller";
import { duringTests } from "@/server/testing/during-tests";
import { startTestService } from "@/server/testing/service";
import { publicError } from "../error-response";

const service = duringTests(startTestService);

const codeOf = (call: Promise<unknown>) =>
  call.then(
    () => "answered",
    (error: unknown) => publicError(error).code,
  );

describe("an account", () => {
  it("comes with a first workspace that its person owns, and is confirmed by the link in the mail", async () => {
    const visitor = await browserCaller(service, { ip: "192.0.2.1" });
    const made = await visitor.account.signUp({
      email: "Mia@Shop.example ",
      password: "long enough",
      name: "Mia",
    });
    const [user] = await service.sql<{ id: string }>("SELECT id FROM users WHERE email = 'mia@shop.example'");
    const mia = await browserCaller(service, { userId: user?.id ?? "" });
    expect(await mia.account.me()).toMatchObject({
      email: "mia@shop.example",
      email_confirmed: false,
      workspaces: [{ id: made.workspace_id ?? "", role: "owner", plan: "max", lifecycle: "trial" }],
    });
    const code = /code=([\w-]+)/.exec(made.confirm_link ?? "")?.[1] ?? "";
    await mia.account.confirm({ code });
    expect((await mia.account.me()).email_confirmed).toBe(true);
    expect(await mia.account.resendConfirmation()).toEqual({ ok: true, sent: false, link: null });
  });

  it("tells which field does not fit", async () => {
    const visitor = await browserCaller(service, { ip: "192.0.2.2" });
    const error: unknown = await visitor.account
      .signUp({ email: "nobody", password: "short" })
      .catch((caught: unknown) => caught);
    const { code, extra } = publicError(error);
    expect([code, extra.issues?.map(({ path }) => path)]).toEqual([
      "validation_error",
      ["email", "password"],
    ]);
  });

  it("shows nobody's workspaces to a visitor, and nobody else's to a person", async () => {
    const visitor = await browserCaller(service, {});
    expect(await codeOf(visitor.account.me())).toBe("unauthorized");
    expect(await codeOf(visitor.account.createWorkspace({ name: "Mine" }))).toBe("unauthorized");
    await service.workspace();
    const own = await service.workspace();
    const person = await browserCaller(service, { userId: own.userId });
    const { workspace_id: second } = await person.account.createWorkspace({ name: "A second shop" });
    const { workspaces } = await person.account.me();
    expect(workspaces.map(({ id }) => id).sort()).toEqual([own.id, second].sort());
  });

  it("lets a person own twenty workspaces, also when two ask for the twentieth at once", async () => {
    const person = await browserCaller(service, { userId: (await service.workspace()).userId });
    for (let i = 1; i < 19; i += 1) await person.account.createWorkspace({ name: `Shop ${i}` });
    const both = ["A", "B"].map((name) => codeOf(person.account.createWorkspace({ name })));
    expect((await Promise.all(both)).filter((code) => code === "conflict")).toHaveLength(1);
    expect((await person.account.me()).workspaces).toHaveLength(20);
  });

  it("lets one network address try a few times a minute only", async () => {
    const visitor = await browserCaller(service, { ip: "192.0.2.3" });
    const codes = new Set<string>();
    for (let i = 0; i < 25; i += 1) codes.add(await codeOf(visitor.account.confirm({ code: `guess ${i}` })));
    expect([...codes]).toEqual(["validation_error", "rate_limited"]);
  });

  it("mails its link again twice a minute at most", async () => {
    const userId = await service.person({ confirmed: false });
    const person = await browserCaller(service, { userId });
    const codes: string[] = [];
    for (let i = 0; i < 3; i += 1) codes.push(await codeOf(person.account.resendConfirmation()));
    expect(codes).toEqual(["answered", "answered", "rate_limited"]);
    expect(await service.sql("SELECT 1 FROM email_challenges WHERE user_id = $1", [userId])).toHaveLength(2);
  });
});
