import type { Outputs } from "@/app/_trpc/client";

/** A kind of store as its connector declares it; forms are rendered from it. */
export type StoreKind = Outputs["integrations"]["kinds"]["data"][number];
export type StoreSetting = StoreKind["ways"][number]["settings"][number];

/** The typed sign-in: the chosen way, and each setting by its name. */
export interface TypedSignIn {
  readonly way: number;
  readonly values: Readonly<Record<string, string>>;
}

export const BLANK_SIGN_IN: TypedSignIn = { way: 0, values: {} };

export const settingsOf = (kind: StoreKind | undefined, { way }: TypedSignIn): readonly StoreSetting[] =>
  kind?.ways[way]?.settings ?? [];

/** Whether the person signs in on the store's own page, by an app. */
export const isOnStorePage = (kind: StoreKind | undefined, { way }: TypedSignIn): boolean =>
  kind?.ways[way]?.on_store_page ?? false;

/** Returns the credentials to send: the non-empty settings of the chosen way. */
export const credentialsOf = (kind: StoreKind, typed: TypedSignIn): Record<string, string> =>
  Object.fromEntries(
    settingsOf(kind, typed)
      .map(({ name }) => [name, typed.values[name] ?? ""] as const)
      .filter(([, value]) => value !== ""),
  );

/** Returns the paths of the form's fields, which show their own errors. */
export const signInPaths = (kind: StoreKind | undefined, typed: TypedSignIn): string[] => [
  ...["kind", "url"],
  ...settingsOf(kind, typed).map(({ name }) => `credentials.${name}`),
];
