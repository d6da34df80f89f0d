import { z } from "zod";
import { findObservation } from "@/server/db/observations/reported";
import { notFound } from "@/server/domain/errors";
import { readTransaction } from "@/server/usecases/transaction";
import { query } from "../pipeline";
import { PathId } from "../scalars";
import { exampleObservation, Observation, presentObservation } from "./schemas";

export const get = query(
  {
    method: "GET",
    path: "/observations/{observation_id}",
    scope: "catalog:read",
    tag: "Market",
    summary: "Read one observed competitor price",
    input: z.object({ observation_id: PathId }),
    output: Observation,
    example: { request: { observation_id: exampleObservation.id }, response: exampleObservation },
    mcp: { destructive: false },
  },
  async ({ context, input }) => {
    const row = await readTransaction(context, (tx) => findObservation(tx, input.observation_id));
    if (row === null) throw notFound("observation");
    return presentObservation(row);
  },
);
