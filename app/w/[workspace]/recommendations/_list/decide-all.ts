import { ANY } from "./status-choices";

/** What the address chooses. */
interface Place {
  readonly status: string;
  readonly item: string | null;
}

const ACCEPTED_FROM: ReadonlySet<string> = new Set(["new", ANY]);
const DISMISSED_FROM: ReadonlySet<string> = new Set(["new", "accepted", ANY]);

/** Whether everything that matches can be decided together: by a filter that decisions in one batch have as well. */
export const canDecideAll = ({ status, item }: Place): boolean => item === null && DISMISSED_FROM.has(status);

/** Whether some of it can be accepted. */
export const canAcceptAll = ({ status }: Place): boolean => ACCEPTED_FROM.has(status);
