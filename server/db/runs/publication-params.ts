import type { SeriesPlace } from "../run-series/series";

/** What is published: the run, its policy, the status of what it inserts, its place among the runs, and the time. */
export interface PublicationParams {
  readonly runId: string;
  readonly policyVersion: number;
  readonly status: "new" | "held";
  /** Null for a run over chosen items, which writes every row that it sees. */
  readonly place: SeriesPlace | null;
  readonly nowMs: number;
}

/** Called between the parts of a publication; an error thrown by it aborts the publication. */
export type PublicationCheckpoint = () => Promise<void>;

/** Numbers of recommendations that a run inserted or confirmed. */
export interface Published {
  readonly inserted: number;
  readonly kept: number;
}
