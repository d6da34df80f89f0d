import { z } from "zod";

/** A policy document as JSON; the use case checks it, so that faults are told with their place in the document. */
export const Document = z.record(z.string(), z.json());
