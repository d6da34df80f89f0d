import { z } from "zod";

/** A field of a stored filter: of a choice of values, any text. */
const asStored = (field: z.ZodOptional): z.ZodOptional =>
  field.unwrap() instanceof z.ZodEnum
    ? z
        .string()
        .optional()
        .meta({ ...field.meta() })
    : field;

/**
 * Returns the schema of a filter as it was sent and stored. Fields and values that this version does not know are kept:
 * processes of another version may have stored them, and a filter without them would seem to choose more than it did.
 */
export const storedFilter = ({ shape }: { readonly shape: Readonly<Record<string, z.ZodOptional>> }) =>
  z.looseObject(Object.fromEntries(Object.entries(shape).map(([name, field]) => [name, asStored(field)])));

// The texts of a field that another one was made of hold until they are replaced.
const NO_TEXT = { description: undefined, example: undefined };

/** Returns the fields of a filter without their descriptions, for a place that refers to where they are described. */
export const undescribed = <Shape extends Readonly<Record<string, z.ZodType>>>(shape: Shape): Shape =>
  Object.fromEntries(Object.entries(shape).map(([name, field]) => [name, field.meta(NO_TEXT)])) as Shape;
