import { z } from "zod";
import { ConnectRequest } from "@/server/usecases/integrations/connect";
import { storeForms } from "@/server/usecases/integrations/kinds";
import { query } from "../pipeline";

const Setting = z.object({
  name: z.string(),
  label: z.string(),
  help: z.string().optional(),
  example: z.string().optional(),
  part: z.enum(["sign-in", "place"]),
  secret: z.boolean(),
  rare: z.boolean(),
  required: z.boolean(),
  /** The default value; null if there is none. */
  preset: z.string().nullable(),
});

const Kind = z.object({
  kind: ConnectRequest.shape.kind,
  title: z.string(),
  summary: z.string(),
  address: z.object({ label: z.string(), example: z.string() }),
  /** The installation supplies address and credentials. */
  provided_here: z.boolean(),
  /** Whether the store creates a key by itself once the merchant agrees. */
  creates_keys: z.boolean(),
  /** What the kind of store can do, as people read it. */
  traits: z.array(z.object({ name: z.string(), label: z.string(), text: z.string() })),
  ways: z.array(
    z.object({
      title: z.string(),
      settings: z.array(Setting),
      /** The merchant goes to the store's page, with the settings as those of the app, and comes back signed in. */
      on_store_page: z.boolean(),
    }),
  ),
});

/** The declarations that Pricecheck's forms are rendered from. */
export const kinds = query(
  {
    scope: "settings:integrations",
    summary: "List the kinds of stores that can be connected, with the settings of each",
    input: z.object({}),
    output: z.object({ data: z.array(Kind) }),
  },
  async ({ context }) => ({
    data: storeForms(context.services.settings).map(
      ({ providedHere, createsKeys, ways, traits, ...form }) => ({
        ...form,
        traits: [...traits],
        provided_here: providedHere,
        creates_keys: createsKeys,
        ways: ways.map(({ title, settings, onStorePage }) => ({
          title,
          settings: [...settings],
          on_store_page: onStorePage,
        })),
      }),
    ),
  }),
);
