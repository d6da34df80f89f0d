import type { Database, PrismaTransaction } from "../database/database";
import type { Tx } from "../database/transaction";

/** One of the people who may ask owners to let them look. */
export interface StaffRow {
  readonly userId: string;
  readonly email: string;
  readonly addedAt: Date;
}

/** @returns false for one who was of the staff already */
export async function insertStaff(db: Database, userId: string, addedAt: Date): Promise<boolean> {
  const { count } = await db.prisma.staff.createMany({ data: [{ userId, addedAt }], skipDuplicates: true });
  return count === 1;
}

/** @returns false for one who was not of the staff */
export async function deleteStaff(prisma: PrismaTransaction, userId: string): Promise<boolean> {
  return (await prisma.staff.deleteMany({ where: { userId } })).count === 1;
}

/** Everybody of the staff, longest first. */
export async function listStaffRows(db: Database): Promise<StaffRow[]> {
  const rows = await db.prisma.staff.findMany({
    where: { user: { deletedAt: null } },
    select: { userId: true, addedAt: true, user: { select: { email: true } } },
    orderBy: { addedAt: "asc" },
  });
  return rows.map(({ user, ...row }) => ({ ...row, email: user.email }));
}

/** Whether the person belongs to the staff at this moment. */
export const isStaff = async (db: Database, userId: string): Promise<boolean> =>
  (await db.prisma.staff.findFirst({ where: { userId, user: { deletedAt: null } } })) !== null;

/** As `isStaff`, as the transaction sees it. */
export const isStaffIn = async (tx: Tx, userId: string): Promise<boolean> =>
  (await tx.run("SELECT FROM staff WHERE user_id = $1", [userId])) === 1;
