import { DomainError } from "@/server/domain/errors";

/** Builds the validation_error of a file that cannot be read at all. */
export const unreadableFile = (message: string, cause?: unknown): DomainError =>
  new DomainError(
    "validation_error",
    message,
    { issues: [{ path: "file", code: "unreadable", message }] },
    { cause },
  );
