import { mintSessionJwt, SESSION_JWT_MS } from "@/server/credentials/session-jwt";
import { findUserByEmail } from "@/server/db/accounts/accounts";
import { listAccountEvents, verifyAccountEvents } from "@/server/db/accounts/events";
import { OPERATOR } from "@/server/domain/actors";
import { DomainError } from "@/server/domain/errors";
import { createUser } from "@/server/usecases/accounts/create-user";
import { type DeletionOrder, deleteUser } from "@/server/usecases/accounts/delete-user";
import { resetLinkFor } from "@/server/usecases/accounts/password";
import { beginSession } from "@/server/usecases/accounts/sessions";
import { checked, PlanName, RoleName } from "@/server/usecases/input";
import { addMember } from "@/server/usecases/members/members";
import { operatorContext } from "@/server/usecases/operator-context";
import type { Services } from "@/server/usecases/services";
import { createWorkspace } from "@/server/usecases/workspaces/create";
import { listWorkspacesOf } from "@/server/usecases/workspaces/list";
import { command, flag, optional, required } from "./command";
import { PRICING_OPTIONS, pricingOf } from "./workspaces";

const ORDER: DeletionOrder = {
  actor: OPERATOR,
  via: "command",
  requestId: null,
  ip: null,
};

async function person(services: Services, email: string) {
  const found = await findUserByEmail(services.db, email);
  if (found && !found.deletedAt) return found;
  throw new DomainError("not_found", `There is no person with the e-mail address ${email}.`);
}

export const people = [
  command(
    "user create",
    "Makes a person without a workspace",
    { email: required("EMAIL"), password: required("PASSWORD"), name: optional("NAME"), unconfirmed: flag },
    ({ services }, { email, password, name, unconfirmed }) =>
      createUser(services, { email, password, confirmed: !unconfirmed, ...(name ? { name } : {}) }),
  ),
  command(
    "user reset-password",
    "Makes a link with which a person sets a new password within an hour; it is shown this once",
    { email: required("EMAIL") },
    async ({ services }, { email }) => {
      const { link, expiresAt } = await resetLinkFor(services, email);
      return { link, expires_at: expiresAt.toISOString() };
    },
  ),
  command(
    "user events",
    "Lists what happened to a person's account, newest first, and checks its chain of hashes",
    { email: required("EMAIL") },
    async ({ services }, { email }) => {
      const { id } = await person(services, email);
      return {
        ...(await verifyAccountEvents(services.db, id)),
        data: await listAccountEvents(services.db, id),
      };
    },
  ),
  command(
    "user delete",
    "Purges a person's data now; what they did stays under their id",
    { email: required("EMAIL") },
    async ({ services }, { email }) => {
      const { id } = await person(services, email);
      const { workspaces } = await deleteUser(services, id, ORDER);
      return { id, deleted: true, workspaces };
    },
  ),
  command(
    "workspace create",
    "Makes a workspace owned by a person",
    {
      name: required("NAME"),
      owner: required("EMAIL"),
      plan: optional("free|pro|max|enterprise"),
      "time-zone": optional("Europe/Berlin"),
      ...PRICING_OPTIONS,
    },
    async ({ services }, { name, owner, plan, "time-zone": timeZone, ...pricingOptions }) => {
      const ownerId = (await person(services, owner)).id;
      const { via, requestId, ip } = ORDER;
      const workspaceInput = { name, timeZone, plan: checked(PlanName, plan ?? "free"), ownerId };
      return createWorkspace(services, {
        ...workspaceInput,
        pricing: pricingOf(pricingOptions),
        via,
        requestId,
        ip,
      });
    },
  ),
  command(
    "workspace list",
    "Lists the workspaces a person belongs to",
    { user: required("EMAIL") },
    async ({ services }, { user }) => ({
      data: await listWorkspacesOf(services, (await person(services, user)).id),
    }),
  ),
  command(
    "member add",
    "Adds a person to a workspace, or gives a member another role",
    {
      workspace: required("ID"),
      email: required("EMAIL"),
      role: required("viewer|analyst|approver|admin|owner"),
    },
    async ({ services }, { workspace, email, role }) => {
      const context = await operatorContext(services, workspace);
      const member = await addMember(context, { email, role: checked(RoleName, role) });
      return { user_id: member.userId, role: member.role, added: member.added };
    },
  ),
  command(
    "session-jwt",
    "Signs the bearer of 15 minutes that a first-party app of a person holds",
    { user: required("EMAIL") },
    async ({ services }, { user }) => {
      const { id } = await person(services, user);
      const origin = { method: "operator", network: null, agent: "Command line" } as const;
      const subject = await beginSession(services, id, origin, { lifetimeMs: SESSION_JWT_MS });
      const { jwt, expiresAt } = await mintSessionJwt(services.settings, subject, services.now());
      return { jwt, expires_at: expiresAt };
    },
  ),
];
