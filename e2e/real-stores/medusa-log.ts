import type pg from "pg";
import { z } from "zod";

/**
 * Makes the shop's database record what changes in its tables, whatever its API says: each base price whose amount
 * changed, came or went, and each save of a variant that has our write key.
 */
const INSTALL = `
CREATE TABLE observed (
  seq bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  tx bigint NOT NULL DEFAULT txid_current(),
  kind text NOT NULL,
  variant_id text,
  currency text,
  old numeric,
  new numeric,
  marker text
);
CREATE FUNCTION observe_price() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  was numeric := CASE WHEN TG_OP = 'INSERT' OR OLD.deleted_at IS NOT NULL THEN NULL ELSE OLD.amount END;
  is_now numeric := CASE WHEN TG_OP = 'DELETE' OR NEW.deleted_at IS NOT NULL THEN NULL ELSE NEW.amount END;
  changed price := CASE WHEN TG_OP = 'DELETE' THEN OLD ELSE NEW END;
BEGIN
  IF changed.price_list_id IS NULL AND was IS DISTINCT FROM is_now THEN
    INSERT INTO observed (kind, variant_id, currency, old, new)
    SELECT 'price', l.variant_id, changed.currency_code, was, is_now
    FROM product_variant_price_set l WHERE l.price_set_id = changed.price_set_id AND l.deleted_at IS NULL;
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER observe_price AFTER INSERT OR UPDATE OR DELETE ON price
  FOR EACH ROW EXECUTE FUNCTION observe_price();
CREATE FUNCTION observe_variant() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO observed (kind, variant_id, marker)
  VALUES ('save', NEW.id, NEW.metadata->>'pricecheck_write_key');
  RETURN NULL;
END $$;
CREATE TRIGGER observe_variant AFTER UPDATE ON product_variant
  FOR EACH ROW EXECUTE FUNCTION observe_variant();`;

/** A change of the shop's tables; amounts are decimals in major units, null where there was or is no price. */
const change = z.object({
  seq: z.number(),
  tx: z.string(),
  kind: z.enum(["price", "save"]),
  variant_id: z.string(),
  currency: z.string().nullable(),
  old: z.string().nullable(),
  new: z.string().nullable(),
  marker: z.string().nullable(),
});
export type ObservedChange = z.output<typeof change>;

export const installLog = async (database: pg.Client): Promise<void> => {
  await database.query(INSTALL);
};

/** Returns every change, oldest first. */
export async function readLog(database: pg.Pool): Promise<ObservedChange[]> {
  const { rows } = await database.query(
    `SELECT seq::int, tx::text, kind, variant_id, currency, old::text, new::text, marker FROM observed
     WHERE variant_id IS NOT NULL ORDER BY seq`,
  );
  return z.array(change).parse(rows);
}

/** Returns the number of the latest change, whether it was committed or not. */
export async function latestChange(database: pg.Pool): Promise<number> {
  const { rows } = await database.query("SELECT last_value::text AS seq FROM observed_seq_seq");
  return z.tuple([z.object({ seq: z.coerce.number() })]).parse(rows)[0].seq;
}
