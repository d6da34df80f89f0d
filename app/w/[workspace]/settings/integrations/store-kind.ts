import type { Outputs } from "@/app/_trpc/client";

/** A kind of store as its connector declares it; forms are drawn from it. */
export type StoreKind = Outputs["integrations"]["kinds"]["data"][number];
export type StoreSetting = StoreKind["ways"][number]["settings"][number];

/** What a person types to sign in: by which of the kind's ways, and each setting by its name. */
export interface TypedSignIn {
  readonly way: number;
  readonly values: Readonly<Record<string, string>>;
}

export const BLANK_SIGN_IN: TypedSignIn = { way: 0, values: {} };

export const settingsOf = (kind: StoreKind | undefined, { way }: TypedSignIn): readonly StoreSetting[] =>
  kind?.ways[way]?.settings ?? [];

/** What is sent: the settings of the chosen way; one that was left empty is not sent. */
export const credentialsOf = (kind: StoreKind, typed: TypedSignIn): Record<string, string> =>
  Object.fromEntries(
    settingsOf(kind, typed)
      .map(({ name }) => [name, typed.values[name] ?? ""] as const)
      .filter(([, value]) => value !== ""),
  );

/** The paths of the fields of the form, which show themselves what is wrong with them. */
export const signInPaths = (kind: StoreKind | undefined, typed: TypedSignIn): string[] => [
  ...["kind", "url"],
  ...settingsOf(kind, typed).map(({ name }) => `credentials.${name}`),
];
