import { describe, expect, it } from "vitest";
import { TOPICS } from "@/server/domain/notifications/notification";
import { TEST_SETTINGS } from "@/server/testing/settings";
import { nameInLine, type StoredMail, toMailOptions } from "./mail-options";
import { readUnsubscribe } from "./unsubscribe-link";

const { publicUrl } = TEST_SETTINGS;
const MAIL: StoredMail = {
  workspaceId: "ws_1",
  userId: "usr_1",
  recipient: "anna@example.test",
  subject: "Shop: 2 prices wait for approval",
  text: `Look at them and decide here:\n${publicUrl}/w/ws_1/approvals`,
  actionLine: 1,
  topic: "approvals",
};
const sent = (change: Partial<StoredMail> = {}) => {
  const { html, text, subject } = toMailOptions(TEST_SETTINGS, { ...MAIL, ...change });
  return { html: String(html), text: String(text), subject };
};
const links = (html: string) =>
  [...html.matchAll(/href="([^"]*)"/g)].map(([, url = ""]) => url.replace(/&#38;/g, "&"));

describe("a mail", () => {
  it("has one button, whose link is in the text too", () => {
    const { html, text } = sent();
    expect(html.match(/class="action"/g)).toHaveLength(1);
    expect(html).toMatch(/href="[^"]*\/w\/ws_1\/approvals" class="action"[^>]*>Decide</);
    expect(text).toContain(`\n${publicUrl}/w/ws_1/approvals\n`);
  });

  it.each(TOPICS)("says in text and HTML why it came and how it ends, for the topic %s", (topic) => {
    const { html, text } = sent({ topic });
    const ends = links(html).find((url) => url.includes("/unsubscribe?")) ?? "";
    expect(readUnsubscribe(TEST_SETTINGS, new URL(ends).searchParams)).toMatchObject({ topic });
    expect(text).toContain(ends);
    for (const part of [html, text]) expect(part).toContain("You get this because you");
    expect(links(html)).toContain(`${publicUrl}/w/ws_1/settings/notifications`);
  });

  it("says so when it is always sent, and offers no link to end it", () => {
    const { html, text } = sent({ topic: null, workspaceId: null });
    for (const part of [html, text]) {
      expect(part).toContain("such mails are always sent");
      expect(part).not.toContain("unsubscribe");
    }
  });

  it.each(["confirm?code=abc", "reset?code=abc", "invite?code=abc", "link?code=abc"])(
    "has the one-time link %s as its button",
    (path) => {
      const { html } = sent({
        topic: null,
        text: `Open this link:\n\n${publicUrl}/${path}\n`,
        actionLine: 2,
      });
      expect(links(html)).toEqual([`${publicUrl}/${path}`]);
      expect(html).toContain('class="action"');
    },
  );

  it("has the button its author named, not a line that somebody else's text put before it", () => {
    const note = `Hello\n${publicUrl}/w/ws_1/settings/plan\n${publicUrl}/link?code=theirs`;
    const { html } = sent({ text: `${note}\n\nDecide here:\n${publicUrl}/w/ws_1/approvals`, actionLine: 5 });
    expect(html.match(/<a [^>]*class="action"[^>]*>[^<]*/g)).toEqual([
      expect.stringMatching(/\/approvals".*>Decide$/),
    ]);
    expect(links(html)).not.toContain(`${publicUrl}/link?code=theirs`);
    expect(sent({ text: note, actionLine: null }).html).not.toContain('class="action"');
  });

  it("names no workspace of its reader's to an address without an account", () => {
    const { html, text } = sent({ topic: null, userId: null });
    for (const part of [html, text]) {
      expect(part).toContain("You get this because a workspace at Pricecheck wrote to this address.");
      expect(part).not.toContain("a workspace of yours");
    }
  });

  it.each([
    "https://evil.test/w/ws_1/approvals",
    `${publicUrl}.evil.test/w/ws_1/approvals`,
    `${publicUrl}@evil.test/w/`,
    "javascript:alert(1)",
  ])("makes no link of %s", (url) => {
    expect(links(sent({ topic: null, text: `See ${url} now\n${url}` }).html)).toEqual([]);
  });

  it("shows markup of a name as text, in the subject too", () => {
    const name = `"><script>alert(1)</script><a href='x'>&`;
    const { html } = sent({ subject: name, text: `“${name}” changed` });
    expect(html).not.toContain("<script>");
    expect(html).not.toContain("<a href='x'>");
    expect(html.match(/&#60;script&#62;/g)).toHaveLength(3);
  });

  it("is readable in a dark client, and breaks a title without spaces", () => {
    const { html } = sent({ text: "x".repeat(500) });
    expect(html).toContain('name="color-scheme" content="light dark"');
    expect(html).toContain("prefers-color-scheme: dark");
    expect(html).toContain("overflow-wrap:anywhere");
  });
});

describe("a name in a line", () => {
  it("is set apart when it runs from the right to the left, so that the figures after it keep their order", () => {
    expect(nameInLine("כוס קפה")).toBe("\u2068כוס קפה\u2069");
    expect(nameInLine("Cup")).toBe("Cup");
  });

  it("loses line breaks and marks that turn the direction", () => {
    expect(nameInLine("Cup\r\nBcc: x\u202Efdp.exe")).toBe("Cup Bcc: xfdp.exe");
  });

  it("is cut where it is too long", () => {
    expect(nameInLine("ab".repeat(300), 20)).toHaveLength(20);
  });
});
