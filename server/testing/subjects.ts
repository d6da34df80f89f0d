import { exampleDocument } from "@/server/api/policy/schemas";
import type { TestService } from "./service";

/** Creates the row an operation acts on, in a state that allows it; returns the path parameter. */
type Subject = (service: TestService, workspaceId: string) => Promise<string>;

const pending: Subject = async (service, workspaceId) => {
  const integration = await connected(service, workspaceId);
  const item = await service.make.item(workspaceId, {
    integration_id: integration,
    store_ref: service.services.newId("event"),
  });
  return service.make.recommendation(workspaceId, {
    item_id: item,
    status: "pending_approval",
    accepted: true,
  });
};

/** Returns the connected store, or creates it; a workspace can have only one. */
async function connected(service: TestService, workspaceId: string): Promise<string> {
  const [row] = await service.sql<{ id: string }>(
    "SELECT id FROM integrations WHERE workspace_id = $1 AND status = 'connected'",
    [workspaceId],
  );
  return row?.id ?? service.make.integration(workspaceId);
}

const recommendation: Subject = (service, workspaceId) => service.make.recommendation(workspaceId);
const alert: Subject = (service, workspaceId) => service.make.alert(workspaceId);
const item: Subject = (service, workspaceId) => service.make.item(workspaceId);
/** The rows that `BODIES` names, for operations whose rows are in the body. */
const NAMED = {
  item: "itm_01k9zq0v7k3t5m8w2x4y6z0b2c",
  alert: "alr_01k9zq0v7k3t5m8w2x4y6z0b2c",
  recommendation: "rec_01k9zq0v7k3t5m8w2x4y6z0b2c",
} as const;
const TABLES = { item: "catalog_items", alert: "alerts", recommendation: "recommendations" } as const;
const named =
  (kind: keyof typeof NAMED): Subject =>
  async (service, workspaceId) => {
    const id = NAMED[kind];
    const [row] = await service.sql(`SELECT 1 FROM ${TABLES[kind]} WHERE workspace_id = $1 AND id = $2`, [
      workspaceId,
      id,
    ]);
    return row ? id : service.make[kind](workspaceId, { id });
  };
/** An item of which an earlier price is stated. */
const statedItem: Subject = async (service, workspaceId) => {
  const id = await item(service, workspaceId);
  await service.sql(
    `INSERT INTO earlier_prices (workspace_id, item_id, valid_from, currency, price)
     VALUES ($1, $2, '2026-01-01T00:00:00Z', 'EUR', 1190)`,
    [workspaceId, id],
  );
  return id;
};
const observation: Subject = (service, workspaceId) => service.make.observation(workspaceId);
const freeze: Subject = (service, workspaceId) => service.make.freeze(workspaceId);
const schedule: Subject = (service, workspaceId) => service.make.schedule(workspaceId);
const webhook: Subject = (service, workspaceId) => service.make.webhook(workspaceId);
const delivery: Subject = (service, workspaceId) => service.make.delivery(workspaceId);
const batch: Subject = (service, workspaceId) => service.make.batch(workspaceId);
/** A version that no other workspace has: their numbers begin anew in each. */
let nextVersion = 0;
const policyVersion: Subject = async (service, workspaceId) => {
  // Activations count on from the highest one, and must not reach the next.
  nextVersion += 1_000;
  await service.sql(
    `INSERT INTO policy_versions (workspace_id, version, id, document, author, created_at)
     SELECT workspace_id, $2, $3, document, author, created_at FROM policy_versions WHERE workspace_id = $1
     ORDER BY version LIMIT 1`,
    [workspaceId, nextVersion, service.services.newId("policy")],
  );
  return String(nextVersion);
};
const trial: Subject = async (service, workspaceId) => {
  const id = service.services.newId("trial");
  await service.sql(
    `INSERT INTO policy_trials (workspace_id, id, kind, document, asked_by, created_at)
     SELECT $1, $2, 'preview', document, 'usr_test', now() FROM policy_versions WHERE workspace_id = $1 LIMIT 1`,
    [workspaceId, id],
  );
  return id;
};
const offer: Subject = (service, workspaceId) => service.make.offer(workspaceId);

/**
 * The subjects by operation; an operation on a row that is missing here fails the tests that iterate over all
 * operations.
 */
export const SUBJECTS: Readonly<Record<string, Subject>> = {
  "alerts.get": alert,
  "alerts.snooze": alert,
  "alerts.resolve": alert,
  "catalog.get": item,
  "catalog.history": item,
  "catalog.priorPrice": item,
  "catalog.earlierPrices": item,
  "catalog.removeEarlierPrices": statedItem,
  "observations.ofItem": item,
  "catalog.edit": named("item"),
  "alerts.resolveSeveral": named("alert"),
  "alerts.snoozeSeveral": named("alert"),
  "recommendations.acceptSeveral": named("recommendation"),
  "recommendations.dismissSeveral": named("recommendation"),
  "catalog.archive": item,
  "catalog.unarchive": (service, workspaceId) =>
    service.make.item(workspaceId, { archived_at: new Date(service.clock.now()) }),
  "decisionBatches.get": batch,
  "decisionBatches.items": batch,
  "decisionBatches.confirm": batch,
  "decisionBatches.cancel": batch,
  "freezes.get": freeze,
  "freezes.change": freeze,
  "freezes.remove": freeze,
  "decisionBatches.revert": (service, workspaceId) =>
    service.make.batch(workspaceId, {
      action: "approve",
      status: "finished",
      finished_at: new Date(service.clock.now()),
    }),
  "observations.get": observation,
  "observations.report": observation,
  "observations.restore": async (service, workspaceId) =>
    service.make.observation(workspaceId, {
      wrong_at: new Date(service.clock.now()),
      wrong_by: "usr_test",
      wrong_reason: "Not this lamp.",
    }),
  "offers.list": item,
  "offers.get": offer,
  "offers.checks": offer,
  "offers.check": offer,
  "offers.selector": offer,
  "offers.pause": offer,
  "offers.resume": (service, workspaceId) => service.make.offer(workspaceId, { status: "paused" }),
  "offers.remove": offer,
  "policy.version": policyVersion,
  "policy.restore": policyVersion,
  "policy.trial": trial,
  "policy.whatIf": item,
  "recommendations.get": recommendation,
  "recommendations.accept": recommendation,
  "recommendations.dismiss": recommendation,
  "recommendations.snooze": recommendation,
  "recommendations.resolve": recommendation,
  "recommendations.approve": pending,
  "recommendations.reject": pending,
  "recommendations.override": pending,
  "recommendations.byHand": async (service, workspaceId) => {
    await service.make.run(workspaceId);
    return item(service, workspaceId);
  },
  "recommendations.comment": recommendation,
  "recommendations.comments": recommendation,
  "rehearsals.get": connected,
  "rehearsals.switchOn": connected,
  "rehearsals.switchOff": async (service, workspaceId) => {
    const integration = await connected(service, workspaceId);
    await service.sql(
      `INSERT INTO rehearsal_switches (workspace_id, integration_id, fault, switched_at)
       VALUES ($1, $2, 'late', now()) ON CONFLICT (workspace_id, integration_id, fault) DO UPDATE SET remaining = NULL`,
      [workspaceId, integration],
    );
    return integration;
  },
  "runs.get": (service, workspaceId) => service.make.run(workspaceId),
  "runs.cancel": (service, workspaceId) =>
    service.make.run(workspaceId, { status: "queued", started_at: null, finished_at: null }),
  "runs.revert": (service, workspaceId) => service.make.run(workspaceId),
  "runs.release": (service, workspaceId) =>
    service.make.run(workspaceId, { held_reason: "The run would change more than half of the prices." }),
  "schedules.get": schedule,
  "schedules.change": schedule,
  "schedules.remove": schedule,
  "schedules.occurrences": schedule,
  "webhooks.get": webhook,
  "webhooks.change": webhook,
  "webhooks.remove": webhook,
  "webhooks.rotateSecret": webhook,
  "webhooks.test": webhook,
  "webhooks.replay": async (service, workspaceId) => {
    const id = await service.make.webhook(workspaceId);
    await service.make.delivery(workspaceId, { endpoint_id: id, number: 1_001n });
    return id;
  },
  "webhooks.listDeliveries": webhook,
  "webhooks.getDelivery": delivery,
  "webhooks.replayDelivery": delivery,
  "writeBacks.revert": async (service, workspaceId) => {
    const integration = await connected(service, workspaceId);
    const variant = { integration_id: integration, store_ref: service.services.newId("event") };
    const of = await service.make.item(workspaceId, { ...variant, price: 2149n });
    return service.make.writeBack(workspaceId, { ...variant, item_id: of });
  },
  "writeBacks.cancel": async (service, workspaceId) =>
    service.make.writeBack(workspaceId, {
      integration_id: await connected(service, workspaceId),
      status: "queued",
      sent_at: null,
      finished_at: null,
    }),
};

/** Request bodies where the document's example does not fit a row created by a test. */
export const BODIES: Readonly<Record<string, Record<string, unknown>>> = {
  "catalog.edit": { items: [{ item_id: NAMED.item, cost: { amount: "4.20", currency: "EUR" } }] },
  "alerts.resolveSeveral": { alert_ids: [NAMED.alert] },
  "alerts.snoozeSeveral": { alert_ids: [NAMED.alert], snooze_until: "2036-12-01T09:30:00Z" },
  "recommendations.acceptSeveral": { rec_ids: [NAMED.recommendation] },
  "recommendations.dismissSeveral": { rec_ids: [NAMED.recommendation] },
  "policy.set": { document: exampleDocument },
  "policy.restore": {},
  "recommendations.approve": {},
  "recommendations.override": { price: { amount: "20.50", currency: "EUR" } },
  "recommendations.byHand": { price: { amount: "20.50", currency: "EUR" } },
};
