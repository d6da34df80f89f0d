import { createHmac, randomBytes, timingSafeEqual } from "node:crypto";
import { type DemoWorkspace, findDemoWorkspace } from "@/server/db/workspaces/demo";
import { HOUR_MS } from "@/server/domain/durations";
import { addressKey } from "@/server/network/network";
import type { Services } from "@/server/usecases/services";
import type { Principal } from "./authenticate";
import { cookieNamed, hasSessionCookie } from "./session-cookie";

const VISIT_MS = HOUR_MS;
/** The name under which a visitor appears to themselves; nobody else sees them. */
export const VISITOR_LABEL = "Visitor";

/** A stranger's look at the demo. Nothing of it is stored: the cookie alone says until when it lasts. */
export interface DemoVisit {
  /** Random; it names no person, and no row. */
  readonly id: string;
  readonly expiresAt: Date;
  readonly workspace: DemoWorkspace;
}

/**
 * A visitor's budget is this part of a person's; all visitors at one address share it, whoever begins how many visits.
 */
const VISITORS_SHARE = 1 / 2;

/** Calls per minute that the pages of all visitors at one address may make. */
export const visitorsPerMinute = (browserPerMinute: number): number =>
  Math.max(1, Math.floor(browserPerMinute * VISITORS_SHARE));

/** Returns the name of the cookie; over https, other hosts and addresses without https cannot set it. */
const demoCookieName = (publicUrl: string): string =>
  publicUrl.startsWith("https:") ? "__Host-pricecheck-demo" : "pricecheck-demo";

const signatureOf = (authSecret: string, visit: string): Buffer =>
  createHmac("sha256", authSecret).update(`demo visit ${visit}`).digest();

/** A visit that begins: the demo, and the Set-Cookie header that lets the browser in. */
export interface NewDemoVisit {
  readonly workspaceId: string;
  readonly setCookie: string;
}

/**
 * Begins a visit, which ends within an hour and cannot be extended; null where the installation does not show its demo
 * or has none.
 */
export async function beginDemoVisit(
  services: Pick<Services, "settings" | "db" | "now">,
): Promise<NewDemoVisit | null> {
  const workspace = services.settings.publicDemo ? await findDemoWorkspace(services.db) : null;
  return workspace && { workspaceId: workspace.id, setCookie: newDemoCookie(services) };
}

function newDemoCookie({ settings, now }: Pick<Services, "settings" | "now">): string {
  const { authSecret, publicUrl } = settings;
  const visit = `visitor-${randomBytes(9).toString("hex")}.${now() + VISIT_MS}`;
  return demoCookie(publicUrl, `${visit}.${signatureOf(authSecret, visit).toString("base64url")}`, VISIT_MS);
}

/** Returns the Set-Cookie header that ends a visit. */
export const endedDemoCookie = (publicUrl: string): string => demoCookie(publicUrl, "", 0);

function demoCookie(publicUrl: string, value: string, ms: number): string {
  const secure = publicUrl.startsWith("https:") ? "; Secure" : "";
  return `${demoCookieName(publicUrl)}=${value}; Path=/; Max-Age=${ms / 1_000}; HttpOnly; SameSite=Lax${secure}`;
}

/**
 * Finds the visit that a Cookie header proves. Null without a valid cookie, after its end, where the installation does
 * not show its demo or has none, and beside a session's cookie: the end of a session is told as such.
 */
export async function findDemoVisit(
  { settings, db, now }: Pick<Services, "settings" | "db" | "now">,
  cookies: string | null,
): Promise<DemoVisit | null> {
  if (!settings.publicDemo || cookies === null || hasSessionCookie(cookies, settings.publicUrl)) return null;
  const parts = cookieNamed(cookies, demoCookieName(settings.publicUrl))?.split(".") ?? [];
  const [id, expiry, signature] = parts;
  if (parts.length !== 3 || !id || !expiry || !signature) return null;
  const presented = Buffer.from(signature, "base64url");
  const expected = signatureOf(settings.authSecret, `${id}.${expiry}`);
  if (presented.length !== expected.length || !timingSafeEqual(presented, expected)) return null;
  const expiresAt = new Date(Number(expiry));
  if (!(expiresAt.getTime() > now())) return null;
  const workspace = await findDemoWorkspace(db);
  return workspace && { id, expiresAt, workspace };
}

/**
 * Returns the principal of a visit: a viewer of the demo, without an account.
 * @param ip the visitor's address; null for what the service reads to draw a page, which is counted with the page
 */
export function demoPrincipal({ id, workspace }: DemoVisit, ip: string | null): Principal {
  return {
    credential: "session",
    id,
    label: VISITOR_LABEL,
    userId: id,
    sessionId: null,
    workspaceId: workspace.id,
    role: "viewer",
    tokenScopes: null,
    userDeleted: false,
    emailConfirmed: true,
    plan: workspace.plan,
    lifecycle: workspace.lifecycle,
    rateLimitKey: `demo:${ip === null ? id : addressKey(ip)}`,
    lastUsedAt: null,
    readsDemo: true,
  };
}
