import { z } from "zod";
import { DomainError } from "@/server/domain/errors";
import { ROLES } from "@/server/domain/permissions";
import { PLANS } from "@/server/domain/plan/plans";
import { isPlainName, NOT_PLAIN } from "@/server/domain/text";
import { isTimeZone, NOT_A_TIME_ZONE } from "@/server/domain/time-zone";

/** Schemas of what people type about themselves and their workspaces; pages and commands share them. */
export const EmailText = z.email("write an e-mail address, for example anna@example.com").max(254);
export const PasswordText = z
  .string()
  .min(8, "a password needs at least 8 characters")
  .max(200, "a password has at most 200 characters");
/** Names stand in sentences and mails beside other people's: what misleads a reader there is refused. */
const Name = (empty?: string) => z.string().trim().min(1, empty).max(100).refine(isPlainName, NOT_PLAIN);
export const PersonName = Name();
export const WorkspaceName = Name("give the workspace a name");
export const TimeZoneName = z.string().max(60).refine(isTimeZone, NOT_A_TIME_ZONE);
export const RoleName = z.enum(ROLES);
export const PlanName = z.enum(PLANS);

/**
 * Parses a value with its schema.
 * @throws DomainError validation_error with the invalid fields
 */
export function checked<Schema extends z.ZodType>(schema: Schema, value: unknown): z.output<Schema> {
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  const issues = parsed.error.issues.map(({ path, code, message }) => ({
    path: path.map(String).join("."),
    code,
    message,
  }));
  throw new DomainError("validation_error", issues[0]?.message, { issues });
}

/** Builds a validation_error for one field, for checks that need the database. */
export const fieldError = (path: string, code: string, message: string): DomainError =>
  new DomainError("validation_error", message, { issues: [{ path, code, message }] });
