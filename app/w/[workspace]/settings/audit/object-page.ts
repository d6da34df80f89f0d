import { instantText } from "@/app/_components/pricing/age-text";
import type { Outputs } from "@/app/_trpc/client";
import type { AuditObjectKind } from "@/server/domain/audit/actions";

type AuditObject = NonNullable<Outputs["audit"]["list"]["data"][number]["object"]>;

/** The page of each kind of object, below the workspace's address. */
const PAGES: Readonly<Record<AuditObjectKind, (id: string) => string>> = {
  item: (id) => `/catalog/${id}`,
  recommendation: (id) => `/recommendations/${id}`,
  run: (id) => `/runs/${id}`,
  alert: () => "/alerts",
  batch: (id) => `/approvals?batch=${id}`,
  schedule: () => "/settings/schedules",
  freeze: () => "/settings/freezes",
  token: () => "/settings/keys",
  grant: () => "/settings/grants",
  webhook: (id) => `/settings/webhooks/${id}`,
  integration: () => "/settings/integrations",
  invitation: () => "/settings/members",
  member: () => "/settings/members",
};

/** Returns the path of the object's page, below the workspace's address. */
export const objectPage = ({ kind, id }: AuditObject): string => PAGES[kind](id);

/** Returns what an object is called in a sentence: its name, what it says, or when it was made. */
export function objectName({ name, detail, created_at: at }: AuditObject, locale: string): string {
  return name ?? detail ?? `of ${instantText(Date.parse(at), locale)}`;
}
