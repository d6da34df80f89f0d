import { connectorFor, STORE_KINDS, type StoreConnector, type StoreKind } from "@/server/stores";
import type { Settings } from "../settings";

/** One way of signing in, as the form draws it. */
export interface SignInForm {
  readonly title: string;
  readonly settings: ReturnType<StoreConnector["settingsOf"]>;
  /** The merchant goes to the store's page, with the settings as those of the app, and comes back signed in. */
  readonly onStorePage: boolean;
}

/** The form of a kind of store, from the connector's declaration. */
export interface StoreForm {
  readonly kind: StoreKind;
  readonly title: string;
  readonly summary: string;
  readonly address: { readonly label: string; readonly example: string };
  readonly providedHere: boolean;
  /** Whether the store creates a key by itself once the merchant agrees. */
  readonly createsKeys: boolean;
  /** What the kind of store can do. */
  readonly traits: ReturnType<StoreConnector["traits"]>;
  readonly ways: readonly SignInForm[];
}

/** Lists every kind of store that can be connected, in the order of the form. */
export const storeForms = ({ storeApps }: Settings): StoreForm[] =>
  STORE_KINDS.map((kind) => {
    const connector = connectorFor(kind);
    const { title, summary, address, providedHere = false, ways, keyGrant } = connector;
    const typed = ways.map((way) => ({
      title: way.title,
      settings: connector.settingsOf(way),
      onStorePage: false,
    }));
    return {
      kind,
      title,
      summary,
      address,
      providedHere,
      createsKeys: keyGrant?.by === "message",
      traits: connector.traits(),
      ways: [...installForm(connector, storeApps[kind] !== undefined), ...typed],
    };
  });

/** The way by an app that the merchant installs; the installation's own app needs no settings. */
function installForm({ keyGrant, settingsOf }: StoreConnector, hasApp: boolean): SignInForm[] {
  if (keyGrant?.by !== "code") return [];
  const { title, app } = keyGrant;
  return [{ title, settings: hasApp ? [] : settingsOf({ title, settings: app }), onStorePage: true }];
}
