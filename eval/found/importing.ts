import { afterAll, beforeAll } from "vitest";
import { type Importer, openImporter } from "@/server/testing/importer";
import { startTestService, type TestService } from "@/server/testing/service";

/** The time by the service's clock. */
const NOW = "2026-11-25T12:00:00.000Z";

/** Starts a service for the tests of a file; returns how a workspace of it is opened, in EUR. */
export function importers(): () => Promise<Importer> {
  let service: TestService;
  beforeAll(async () => {
    service = await startTestService({ now: NOW });
  });
  afterAll(() => service.close());
  return () => openImporter(service);
}

/** An amount as answers have it. */
export const eur = (amount: string) => ({ amount, currency: "EUR" });
