import { type StoreSetting, type StoreTrait, settingsOf, traitsOf } from "@/server/stores/declaration";
import { connectorFor, STORE_KINDS, type StoreKind } from "@/server/stores/registry";

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
  readonly traits: readonly StoreTrait[];
  readonly ways: readonly { readonly title: string; readonly settings: readonly StoreSetting[] }[];
}

/** Lists every kind of store that can be connected, in the order of the form. */
export const storeForms = (): StoreForm[] =>
  STORE_KINDS.map((kind) => {
    const connector = connectorFor(kind);
    const { title, summary, address, providedHere = false, ways } = connector;
    const drawn = ways.map((way) => ({ title: way.title, settings: settingsOf(kind, way) }));
    const createsKeys = connector.keyGrant !== undefined;
    return {
      kind,
      title,
      summary,
      address,
      providedHere,
      createsKeys,
      traits: traitsOf(connector),
      ways: drawn,
    };
  });
