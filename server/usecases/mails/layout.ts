/** A mail as its recipient reads it: what happened, why it came, and how such mails are chosen or ended. */
export interface MailContent {
  readonly subject: string;
  /** Paragraphs, separated by empty lines. A link stands alone on its line, or ends a sentence. */
  readonly text: string;
  /** The line of the text, counted from 0, that holds the link of the mail's one button; null for a mail without. */
  readonly actionLine: number | null;
  /** Why the recipient gets it, in one sentence. */
  readonly reason: string;
  /** Links of the footer by their label; none for mails that are always sent. */
  readonly footer: readonly (readonly [label: string, url: string])[];
}

/** The mail for clients that show text. */
export const renderText = ({ text, reason, footer }: MailContent): string =>
  [text.trimEnd(), `--\n${[reason, ...footer.map(([label, url]) => `${label}: ${url}`)].join("\n")}\n`].join(
    "\n\n",
  );

/**
 * The mail as HTML. The text contains names and notes that others wrote, which are not trusted: only links to this
 * installation become links, those with a one-time code only as the button, and the button is the line that the
 * mail's author named.
 * @param publicUrl the installation's address
 */
export function renderHtml(
  publicUrl: string,
  { subject, text, actionLine, reason, footer }: MailContent,
): string {
  const lineOf = (line: string, at: number): string => {
    const isAction = at === actionLine;
    if (!isOwn(publicUrl, line, isAction)) return `<div>${linked(publicUrl, line)}</div>`;
    const look = isAction ? ` class="action" style="${ACTION}"` : "";
    return `<a href="${escaped(line)}"${look}>${escaped(labelOf(publicUrl, line))}</a>`;
  };
  const paragraphs = paragraphsOf(text.split("\n").map((line, at) => (line === "" ? "" : lineOf(line, at))));
  const links = footer.map(([label, url]) => `<a class="quiet" href="${escaped(url)}">${escaped(label)}</a>`);
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark"><meta name="supported-color-schemes" content="light dark">
<title>${escaped(subject)}</title><style>${STYLE}</style></head>
<body><div class="mail" style="max-width:36rem;margin:0 auto;padding:24px;overflow-wrap:anywhere">
<div class="quiet">Pricecheck</div>
<h1 style="font-size:20px;line-height:1.35;margin:4px 0 16px">${escaped(subject)}</h1>
${paragraphs.map((lines) => `<div class="part">${lines.join("\n")}</div>`).join("\n")}
<div class="quiet foot">${escaped(reason)}${links.length > 0 ? `<br>${links.join(" · ")}` : ""}</div>
</div></body></html>
`;
}

// Clients that drop the style sheet show dark text on light ground; those that keep it follow the reader's scheme.
const STYLE = `
body { margin: 0; font: 15px/1.5 system-ui, sans-serif; background: #f8f7f4; color: #1b1b18; }
.part { margin: 0 0 16px; }
a { color: #126b55; }
.quiet { font-size: 13px; color: #6b6a64; }
.foot { margin-top: 28px; padding-top: 12px; border-top: 1px solid #dddbd3; }
@media (prefers-color-scheme: dark) {
  body { background: #141413 !important; color: #ecebe6 !important; }
  a { color: #4fc5a0 !important; }
  a.action { background: #4fc5a0 !important; color: #10201b !important; }
  .quiet { color: #a3a199 !important; }
  .foot { border-color: #3a3934 !important; }
}`;
const ACTION =
  "display:inline-block;margin-top:8px;padding:10px 18px;border-radius:8px;background:#126b55;color:#ffffff;" +
  "font-weight:600;text-decoration:none";

/** Groups lines into paragraphs, which empty lines separate. */
function paragraphsOf(lines: readonly string[]): string[][] {
  const paragraphs: string[][] = [];
  let current: string[] | null = null;
  for (const line of lines) {
    if (line === "") current = null;
    else if (current) current.push(line);
    else paragraphs.push((current = [line]));
  }
  return paragraphs;
}

const linked = (publicUrl: string, line: string): string =>
  line
    .split(/(\s+)/)
    .map((word) =>
      isOwn(publicUrl, word) ? `<a href="${escaped(word)}">${escaped(word)}</a>` : escaped(word),
    )
    .join("");

/** @param once true to count pages with a one-time code too: a code that others wrote would act for its author */
const isOwn = (publicUrl: string, text: string, once = false): boolean =>
  text.startsWith(`${publicUrl}/`) &&
  !/\s/.test(text) &&
  PAGES.some((page) => (once || !page.once) && page.path.test(pathOf(publicUrl, text)));

const pathOf = (publicUrl: string, url: string): string => url.slice(publicUrl.length);

/** The pages that mails link to, each with what its button says; the first that matches counts. */
const PAGES: readonly { readonly path: RegExp; readonly label: string; readonly once?: true }[] = [
  { path: /^\/w\/[^/]+\/approvals/, label: "Decide" },
  { path: /^\/w\/[^/]+\/runs\//, label: "Open the run" },
  { path: /^\/w\/[^/]+\/recommendations\//, label: "Open the recommendation" },
  { path: /^\/w\/[^/]+\/alerts/, label: "See the alerts" },
  { path: /^\/w\/[^/]+\/policy/, label: "See the policy" },
  { path: /^\/w\/[^/]+\/settings\/lanes/, label: "See the auto-approval rules" },
  { path: /^\/w\/[^/]+\/settings\/plan/, label: "See the plan" },
  { path: /^\/w\/[^/]+\/settings\/support/, label: "See what support looks at" },
  { path: /^\/w\/[^/]+\/settings\/grants/, label: "See the applications" },
  { path: /^\/w\/[^/]+\/settings\/integrations/, label: "See the store" },
  { path: /^\/w\/[^/]+\/settings\/webhooks/, label: "See the webhook" },
  { path: /^\/w\/[^/]+\/settings\/schedules/, label: "See the schedule" },
  { path: /^\/w\//, label: "Open Pricecheck" },
  { path: /^\/confirm\?/, label: "Confirm the address", once: true },
  { path: /^\/reset\?/, label: "Set a password", once: true },
  { path: /^\/invite\?/, label: "Join the workspace", once: true },
  { path: /^\/link\?/, label: "Link the sign-in", once: true },
  { path: /^\/forgot$/, label: "Set a new password" },
  { path: /^\/(sign-in|account\/deletion|reference)/, label: "Open Pricecheck" },
];

const labelOf = (publicUrl: string, url: string): string =>
  PAGES.find(({ path }) => path.test(pathOf(publicUrl, url)))?.label ?? "Open Pricecheck";

const escaped = (text: string): string =>
  text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
