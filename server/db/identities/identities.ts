import type { Role } from "@/server/domain/permissions";
import type { Lifecycle, Plan } from "@/server/domain/plan/plans";
import type { Database, PrismaTransaction } from "../database/database";
import { queryAsSystem } from "../database/query";

/** A subject of an OpenID Connect issuer. */
export interface IssuerSubject {
  readonly issuer: string;
  readonly subject: string;
}

/** The person an issuer's token is linked to; the workspace's fields are null when the person is not a member. */
export interface AuthenticatedIdentity {
  readonly workspace_id: string | null;
  readonly user_id: string;
  /** Tokens issued before this time are invalid. */
  readonly signed_out_at: Date | null;
  readonly user_deleted: boolean;
  readonly email_confirmed: boolean;
  readonly user_email: string;
  readonly role: Role | null;
  readonly plan: Plan | null;
  readonly lifecycle: Lifecycle | null;
}

export interface NewIdentity extends IssuerSubject {
  readonly id: string;
  readonly userId: string;
  readonly email: string | null;
  readonly createdAt: Date;
}

export interface IdentityRow {
  readonly id: string;
  readonly userId: string;
  readonly issuer: string;
  readonly email: string | null;
  readonly createdAt: Date;
  readonly usedAt: Date | null;
}

/**
 * A pending identity: used for a sign-in, but not linked to an account until the person proves which one is theirs.
 */
export interface PendingIdentityRow extends IssuerSubject {
  readonly id: string;
  readonly email: string | null;
  readonly emailVerified: boolean;
}

const FIND_AUTHENTICATED = {
  name: "credential_identity",
  text: `SELECT workspace_id, user_id, signed_out_at, user_deleted, email_confirmed, user_email, role, plan, lifecycle
    FROM credential_identity($1, $2, $3)`,
};
const IDENTITY_COLUMNS = {
  id: true,
  userId: true,
  issuer: true,
  email: true,
  createdAt: true,
  usedAt: true,
} as const;
const PENDING_COLUMNS = { id: true, issuer: true, subject: true, email: true, emailVerified: true } as const;

/**
 * Finds the person an issuer's subject is linked to, with one query.
 * @returns null for an unlinked subject
 */
export async function findAuthenticatedIdentity(
  db: Database,
  { issuer, subject }: IssuerSubject,
  workspaceId: string | null,
): Promise<AuthenticatedIdentity | null> {
  const [row] = await queryAsSystem<AuthenticatedIdentity>(db, FIND_AUTHENTICATED, [
    issuer,
    subject,
    workspaceId,
  ]);
  return row ?? null;
}

/** Finds the identity of an issuer's subject; null for an unlinked subject. */
export function findIdentity(db: Database, issuerSubject: IssuerSubject): Promise<IdentityRow | null> {
  const { issuer, subject } = issuerSubject;
  return db.prisma.identity.findUnique({
    where: { issuer_subject: { issuer, subject } },
    select: IDENTITY_COLUMNS,
  });
}

/** Returns the identities a person may sign in with, oldest first. */
export function identitiesOf(prisma: PrismaTransaction, userId: string): Promise<IdentityRow[]> {
  return prisma.identity.findMany({ where: { userId }, select: IDENTITY_COLUMNS, orderBy: { id: "asc" } });
}

/**
 * Links an identity to a person.
 * @returns false when the subject is linked already; then nothing was written
 */
export async function insertIdentity(prisma: PrismaTransaction, identity: NewIdentity): Promise<boolean> {
  return (await prisma.identity.createMany({ data: [identity], skipDuplicates: true })).count === 1;
}

/** Records a sign-in with the identity, and the address from the issuer. */
export async function touchIdentity(
  db: Database,
  id: string,
  use: { readonly email: string | null; readonly usedAt: Date },
): Promise<void> {
  await db.prisma.identity.updateMany({ where: { id }, data: use });
}

/** Deletes one identity of a person, or all of them. */
export async function deleteIdentities(
  prisma: PrismaTransaction,
  userId: string,
  id?: string,
): Promise<void> {
  await prisma.identity.deleteMany({ where: { userId, ...(id === undefined ? {} : { id }) } });
}

/** Stores a pending identity until it expires. */
export async function insertPendingIdentity(
  db: Database,
  link: PendingIdentityRow & {
    readonly codeHash: Uint8Array<ArrayBuffer>;
    readonly createdAt: Date;
    readonly expiresAt: Date;
  },
): Promise<void> {
  await db.prisma.identityLink.create({ data: link });
}

/** Finds the pending identity by the hash of its code; null when it was used or has expired. */
export function findPendingIdentity(
  db: Database,
  codeHash: Uint8Array<ArrayBuffer>,
  at: Date,
): Promise<PendingIdentityRow | null> {
  return db.prisma.identityLink.findFirst({
    where: { codeHash, usedAt: null, expiresAt: { gt: at } },
    select: PENDING_COLUMNS,
  });
}

/**
 * Marks a pending identity as used.
 * @returns false when it was used before, or has expired
 */
export async function consumePendingIdentity(
  prisma: PrismaTransaction,
  id: string,
  at: Date,
): Promise<boolean> {
  const { count } = await prisma.identityLink.updateMany({
    where: { id, usedAt: null, expiresAt: { gt: at } },
    data: { usedAt: at },
  });
  return count === 1;
}

/** Deletes expired pending identities. */
export async function purgePendingIdentities(db: Database, at: Date): Promise<void> {
  await db.prisma.identityLink.deleteMany({ where: { expiresAt: { lte: at } } });
}
