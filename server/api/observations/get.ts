import { z } from "zod";
import { findObservation } from "@/server/db/reported-observations";
import { notFound } from "@/server/domain/errors";
import { read } from "@/server/usecases/acting";
import { PathId } from "../scalars";
import { query } from "../trpc";
import { Observation, exampleObservation, presentObservation } from "./wire";

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
  async ({ acting, input }) => {
    const row = await read(acting, (tx) => findObservation(tx, input.observation_id));
    if (row === null) throw notFound("observation");
    return presentObservation(row);
  },
);
