import { z } from "zod";
import { readPolicy } from "@/server/usecases/policy/read";
import { query } from "../pipeline";
import { Timestamp } from "../scalars";
import { Document } from "./schemas";

const Version = z.object({
  version: z.int(),
  id: z.string(),
  saved_by: z.string(),
  created_at: Timestamp,
  note: z.string().nullable(),
  replaced: z.int().nullable(),
  restored: z.int().nullable(),
});

export const get = query(
  {
    scope: "recommendations:read",
    summary: "Read the active policy and the list of its versions, newest first",
    input: z.object({}),
    output: z.object({ version: z.int(), document: Document, versions: z.array(Version) }),
  },
  async ({ context }) => {
    const { version, document, versions } = await readPolicy(context);
    return {
      version,
      document: Document.parse(document),
      versions: versions.map((row) => ({
        version: row.version,
        id: row.id,
        saved_by: row.savedBy,
        created_at: row.createdAt.toISOString(),
        note: row.note,
        replaced: row.replaced,
        restored: row.restored,
      })),
    };
  },
);
