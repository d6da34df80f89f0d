import type { PublishedEvent } from "./published-event";
import { publishedEvents } from "./webhooks/event-schemas";

/** Every event that the service sends to receivers. */
export const PUBLISHED_EVENTS: readonly PublishedEvent[] = publishedEvents();
