import type { Database, PrismaTransaction } from "../database/database";
import type { Tx } from "../database/transaction";

/** A staff member, who may request support access from owners. */
export interface StaffRow {
  readonly userId: string;
  readonly email: string;
  readonly addedAt: Date;
}

/**
 * Adds a staff member.
 * @returns false for a person who was one already
 */
export async function insertStaff(db: Database, userId: string, addedAt: Date): Promise<boolean> {
  const { count } = await db.prisma.staff.createMany({ data: [{ userId, addedAt }], skipDuplicates: true });
  return count === 1;
}

/**
 * Removes a staff member.
 * @returns false for a person who was none
 */
export async function deleteStaff(prisma: PrismaTransaction, userId: string): Promise<boolean> {
  return (await prisma.staff.deleteMany({ where: { userId } })).count === 1;
}

/** Returns all staff members, oldest first. */
export async function listStaffRows(db: Database): Promise<StaffRow[]> {
  const rows = await db.prisma.staff.findMany({
    where: { user: { deletedAt: null } },
    select: { userId: true, addedAt: true, user: { select: { email: true } } },
    orderBy: { addedAt: "asc" },
  });
  return rows.map(({ user, ...row }) => ({ ...row, email: user.email }));
}

/** Returns whether the person is a staff member. */
export const isStaff = async (db: Database, userId: string): Promise<boolean> =>
  (await db.prisma.staff.findFirst({ where: { userId, user: { deletedAt: null } } })) !== null;

/** Does the same as `isStaff`, within the transaction. */
export const isStaffIn = async (tx: Tx, userId: string): Promise<boolean> =>
  (await tx.run("SELECT FROM staff WHERE user_id = $1", [userId])) === 1;
