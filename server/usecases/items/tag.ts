import { z } from "zod";
import { isReadable, isStorable, NOT_READABLE, NOT_STORABLE } from "@/server/domain/text";

const MAX_LENGTH = 100;

/** A tag of an item, as requests name it. */
export const Tag = z
  .string()
  .trim()
  .max(MAX_LENGTH)
  .refine(isStorable, { error: NOT_STORABLE, abort: true })
  .refine(isReadable, NOT_READABLE)
  .min(1);
