-- Competitors' pages: what is watched, each look at one, how many looks a month took, and how hosts are treated.
ALTER TABLE workspaces ADD COLUMN check_every_hours INTEGER NOT NULL DEFAULT 24,
  ADD CHECK (check_every_hours BETWEEN 0 AND 744);

CREATE TABLE offers (
  workspace_id TEXT NOT NULL,
  id TEXT NOT NULL,
  item_id TEXT NOT NULL,
  url TEXT NOT NULL,
  host TEXT NOT NULL,
  seller TEXT NOT NULL,
  currency CHAR(3) NOT NULL,
  pack_size TEXT,
  status TEXT NOT NULL DEFAULT 'active',
  due_at TIMESTAMPTZ(3) NOT NULL,
  fence INTEGER NOT NULL DEFAULT 0,
  leased BOOLEAN NOT NULL DEFAULT false,
  check_id TEXT,
  asked_by TEXT NOT NULL DEFAULT 'schedule',
  last_check_id TEXT,
  answer_check_id TEXT,
  failures INTEGER NOT NULL DEFAULT 0,
  etag TEXT,
  last_modified TEXT,
  created_at TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  updated_at TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  CONSTRAINT offers_pkey PRIMARY KEY (workspace_id, id)
);
CREATE UNIQUE INDEX offers_workspace_id_item_id_url_key ON offers (workspace_id, item_id, url);
ALTER TABLE offers ADD CHECK (status IN ('active', 'paused', 'removed')),
  ADD CHECK (asked_by IN ('schedule', 'run', 'person'));
CREATE INDEX offers_due ON offers (due_at) WHERE status = 'active';

CREATE TABLE page_checks (
  workspace_id TEXT NOT NULL,
  id TEXT NOT NULL,
  offer_id TEXT NOT NULL,
  item_id TEXT NOT NULL,
  asked_by TEXT NOT NULL,
  at TIMESTAMPTZ(3) NOT NULL,
  outcome TEXT NOT NULL,
  reason TEXT,
  http_status INTEGER,
  final_url TEXT,
  price BIGINT,
  currency CHAR(3),
  in_stock BOOLEAN,
  availability TEXT,
  method TEXT,
  confidence DECIMAL(5, 4),
  snippet TEXT,
  body_sha256 BYTEA,
  same_as TEXT,
  observation_id TEXT,
  CONSTRAINT page_checks_pkey PRIMARY KEY (workspace_id, id)
);
CREATE INDEX page_checks_workspace_id_offer_id_id_idx ON page_checks (workspace_id, offer_id, id DESC);
ALTER TABLE page_checks ADD CHECK (price > 0), ADD CHECK (asked_by IN ('schedule', 'run', 'person')),
  ADD CHECK (outcome IN ('price', 'unchanged', 'no_price', 'other_currency', 'reported_wrong', 'refused_by_robots', 'failed')),
  ADD CHECK (observation_id IS NULL OR (outcome IN ('price', 'unchanged') AND price IS NOT NULL AND method IS NOT NULL));

CREATE TABLE check_usage (
  workspace_id TEXT NOT NULL,
  month DATE NOT NULL,
  used INTEGER NOT NULL DEFAULT 0,
  told_at TIMESTAMPTZ(3),
  CONSTRAINT check_usage_pkey PRIMARY KEY (workspace_id, month)
);

-- Hosts are the same for every workspace: one visit at a time, and never sooner than next_at.
CREATE TABLE page_hosts (
  host TEXT NOT NULL,
  next_at TIMESTAMPTZ(3) NOT NULL,
  lease_until TIMESTAMPTZ(3),
  fence BIGINT NOT NULL DEFAULT 0,
  CONSTRAINT page_hosts_pkey PRIMARY KEY (host)
);
CREATE TABLE page_robots (
  origin TEXT NOT NULL,
  read_at TIMESTAMPTZ(3) NOT NULL,
  status INTEGER,
  body TEXT,
  CONSTRAINT page_robots_pkey PRIMARY KEY (origin)
);

-- Evidence of an observation, and that a person said it is wrong. Nothing else of one ever changes.
ALTER TABLE observations ADD COLUMN check_id TEXT,
  ADD COLUMN wrong_at TIMESTAMPTZ(3), ADD COLUMN wrong_by TEXT, ADD COLUMN wrong_reason TEXT;
CREATE INDEX observations_workspace_id_id_idx ON observations (workspace_id, id);

CREATE FUNCTION observations_are_append_only() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF (OLD.workspace_id, OLD.item_id, OLD.observed_at, OLD.id, OLD.seller, OLD.price, OLD.currency, OLD.in_stock,
      OLD.pack_size, OLD.url, OLD.source, OLD.created_at, OLD.check_id)
    IS DISTINCT FROM
     (NEW.workspace_id, NEW.item_id, NEW.observed_at, NEW.id, NEW.seller, NEW.price, NEW.currency, NEW.in_stock,
      NEW.pack_size, NEW.url, NEW.source, NEW.created_at, NEW.check_id)
  THEN RAISE EXCEPTION 'observations are append-only'; END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER observations_append_only BEFORE UPDATE ON observations
  FOR EACH ROW EXECUTE FUNCTION observations_are_append_only();
CREATE FUNCTION page_checks_are_append_only() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'page checks are append-only';
END $$;
CREATE TRIGGER page_checks_append_only BEFORE UPDATE ON page_checks
  FOR EACH STATEMENT EXECUTE FUNCTION page_checks_are_append_only();

-- A run may be narrowed to items whose observations a person reported.
ALTER TABLE runs ADD COLUMN item_ids TEXT[] NOT NULL DEFAULT '{}';

GRANT SELECT, INSERT, UPDATE, DELETE ON offers, check_usage, page_hosts, page_robots TO pricecheck_app;
GRANT SELECT, INSERT, DELETE ON page_checks TO pricecheck_app;
DO $$
DECLARE t text;
BEGIN
  FOREACH t IN ARRAY ARRAY['offers', 'page_checks', 'check_usage'] LOOP
    EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', t);
    EXECUTE format('ALTER TABLE %I FORCE ROW LEVEL SECURITY', t);
    EXECUTE format('CREATE POLICY tenant ON %I TO pricecheck_app USING (workspace_id = current_setting(''app.workspace_id'', true)) WITH CHECK (workspace_id = current_setting(''app.workspace_id'', true))', t);
    EXECUTE format('CREATE POLICY owner_functions ON %I TO CURRENT_USER USING (true) WITH CHECK (true)', t);
  END LOOP;
END $$;

-- Offers whose page somebody may look at now: of each host that is free the one a person waits for, else the one that
-- has waited longest.
CREATE FUNCTION due_page_checks(at timestamptz, after_id text, most int)
RETURNS TABLE (workspace_id text, id text)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT first.workspace_id, first.id
  FROM (
    SELECT DISTINCT ON (o.host) o.workspace_id, o.id
    FROM offers o
    JOIN workspaces w ON w.id = o.workspace_id AND w.lifecycle NOT IN ('suspended', 'deleting')
    LEFT JOIN page_hosts h ON h.host = o.host
    WHERE o.status = 'active' AND o.due_at <= at
      AND (h.host IS NULL OR (h.next_at <= at AND (h.lease_until IS NULL OR h.lease_until <= at)))
    ORDER BY o.host, (o.asked_by = 'person') DESC, o.due_at, o.id
  ) first
  WHERE first.id > after_id
  ORDER BY first.id LIMIT most
$$;
REVOKE EXECUTE ON FUNCTION due_page_checks(timestamptz, text, int) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION due_page_checks(timestamptz, text, int) TO pricecheck_app;
