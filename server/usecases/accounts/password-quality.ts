import type { ZxcvbnFactory, ZxcvbnResult } from "@zxcvbn-ts/core";
import { fieldError } from "../input";

// zxcvbn's score for more than 10^6 guesses; it calls weaker passwords very guessable. Rate limits alone protect
// those.
const MIN_SCORE = 2;
/**
 * Characters required beside the person's own address and the product's name; equal to the minimum password length.
 */
const MIN_OTHER_CHARACTERS = 8;
/** Only this many characters are estimated: zxcvbn's work grows faster than the text, and weakness shows in these. */
const MAX_ESTIMATED_CHARACTERS = 64;
const MIN_PART_LENGTH = 4;
const PRODUCT = "pricecheck";

let loading: Promise<ZxcvbnFactory> | null = null;

// Loaded on first use: the dictionaries take tens of megabytes, and many processes never set a password.
const estimator = (): Promise<ZxcvbnFactory> => (loading ??= load());

async function load(): Promise<ZxcvbnFactory> {
  const [{ ZxcvbnFactory }, { adjacencyGraphs, dictionary }] = await Promise.all([
    import("@zxcvbn-ts/core"),
    import("@zxcvbn-ts/language-common"),
  ]);
  return new ZxcvbnFactory({ dictionary, graphs: adjacencyGraphs });
}

function userInputsOf(email: string): string[] {
  const address = email.trim().toLowerCase();
  const parts = address.split(/[^\p{L}\p{N}]+/u).filter((part) => part.length >= MIN_PART_LENGTH);
  return [PRODUCT, address, address.split("@")[0] ?? "", ...parts];
}

const countOtherCharacters = ({ sequence }: ZxcvbnResult): number =>
  sequence
    .filter((match) => !("dictionaryName" in match) || match.dictionaryName !== "userInputs")
    .reduce((length, { token }) => length + token.length, 0);

/**
 * Refuses passwords that are common or easily guessed, and those made of the person's own address or the product's
 * name. The estimate is zxcvbn's (Wheeler, USENIX Security 2016). The length is checked by `PasswordText`.
 * @param path the field that the error names
 * @throws DomainError validation_error with code `common` or `own_name`
 */
export async function requireGoodPassword(password: string, email: string, path = "password"): Promise<void> {
  const estimated = password.slice(0, MAX_ESTIMATED_CHARACTERS);
  const userInputs = userInputsOf(email);
  const result = (await estimator()).check(estimated, userInputs);
  const otherCharacters = countOtherCharacters(result);
  if (otherCharacters < Math.min(MIN_OTHER_CHARACTERS, estimated.length))
    throw fieldError(
      path,
      "own_name",
      "This password is made of your e-mail address or of the name Pricecheck. Choose another one.",
    );
  if (result.score < MIN_SCORE)
    throw fieldError(
      path,
      "common",
      "This password is among those that are tried first. Choose a longer one, for example of several words.",
    );
}
