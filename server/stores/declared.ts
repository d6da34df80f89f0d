import {
  parseCredentials,
  parseGranted,
  placementOf,
  type ReadCredentials,
} from "@/server/stores/credentials";
import {
  allSettings,
  type SignInWay,
  type StoreDeclaration,
  type StoreSetting,
  type StoreTrait,
  settingsOf,
  traitsOf,
} from "@/server/stores/declaration";
import type { StoreCredentials } from "@/server/stores/port";

/** What the rest of the product asks of a connector's declaration. */
export interface Declared {
  /** Returns what the kind of store can do, for people. */
  readonly traits: () => StoreTrait[];
  /** Returns the settings of one way of signing in, in the order of their declaration. */
  readonly settingsOf: (way: SignInWay) => StoreSetting[];
  /** Returns the settings of all ways of signing in, each once. */
  readonly allSettings: () => StoreSetting[];
  /** Parses credentials that a person typed with the first way that they fit, or says what is missing. */
  readonly parseCredentials: (input: Readonly<Record<string, unknown>>) => ReadCredentials;
  /** Returns credentials that the store gave; null for all others. */
  readonly parseGranted: (input: StoreCredentials) => StoreCredentials | null;
  /** Returns the settings that locate things in the store; they stay when the sign-in is replaced. */
  readonly placementOf: (credentials: StoreCredentials) => StoreCredentials;
}

export const declaredBy = (declaration: StoreDeclaration): Declared => ({
  traits: () => traitsOf(declaration),
  settingsOf: (way) => settingsOf(declaration.kind, way),
  allSettings: () => allSettings(declaration),
  parseCredentials: (input) => parseCredentials(declaration, input),
  parseGranted: (input) => parseGranted(declaration, input),
  placementOf: (credentials) => placementOf(declaration, credentials),
});
