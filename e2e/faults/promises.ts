/** The promises; each is broken by a number of cases, which should be 0. */
export const PROMISES = [
  "lost",
  "double",
  "overwritten",
  "wrong_field",
  "stuck",
  "not_entitled",
  "forgotten",
  "server_error",
  "audit",
  "foreign",
  "false_failure",
] as const;
export type Promised = (typeof PROMISES)[number];

/** Notes that a promise was broken, and how, in words. */
export type Note = (promise: Promised, text: string) => void;

/** A write-back as the database has it. */
export interface Row {
  readonly id: string;
  readonly recommendation: string;
  readonly writeKey: string;
  readonly ref: string;
  readonly status: string;
  /** A person canceled it before it was sent. */
  readonly canceled: boolean;
  readonly answer: string | null;
  readonly revertOf: string | null;
  readonly target: bigint;
}
