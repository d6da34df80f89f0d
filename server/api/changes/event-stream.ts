import { Readable } from "node:stream";
import type { Change } from "@/server/domain/changes/change";
import type { Subscribe, Unsubscribe } from "@/server/usecases/changes/follow";

/** A browser that has not read so much is too slow; it reads everything again when it has connected again. */
const MAX_UNREAD_BYTES = 64 * 1024;
/** The browser connects again after this time, in milliseconds, after a stream ended. */
const RECONNECT_MS = 2_000;

const eventOf = (name: string, data: unknown): string => `event: ${name}\ndata: ${JSON.stringify(data)}\n\n`;

/**
 * A workspace's changes as server-sent events. `ready` is the first event: changes from before it are not reported.
 * `heartbeat` follows at intervals, and shows a proxy and the browser that the stream is open.
 */
export class EventStream extends Readable {
  #unsubscribe: Unsubscribe | null = null;
  #heartbeat: NodeJS.Timeout | undefined;
  readonly #subscribe: Subscribe;
  readonly #recheck: () => Promise<void>;
  readonly #heartbeatMs: number;
  #ended = false;

  /**
   * @param recheck throws if the person may not read the workspace any more; called with each heartbeat, and when they
   * may have been removed
   */
  constructor(subscribe: Subscribe, recheck: () => Promise<void>, heartbeatMs: number) {
    super({ encoding: "utf8" });
    this.#subscribe = subscribe;
    this.#recheck = recheck;
    this.#heartbeatMs = heartbeatMs;
  }

  /** Subscribes when it is first read, so that a stream that nobody reads costs nothing. */
  override _read(): void {
    if (this.#unsubscribe || this.destroyed) return;
    this.#unsubscribe = () => undefined;
    this.#heartbeat = setInterval(() => void this.#beat(), this.#heartbeatMs).unref();
    this.push(`retry: ${RECONNECT_MS}\n\n${eventOf("ready", {})}`);
    this.#unsubscribe = this.#subscribe(
      (changes) => this.#send("changes", changes),
      () => this.#end(),
      () => void this.#beat(),
    );
  }

  override _destroy(error: Error | null, callback: (error?: Error | null) => void): void {
    this.#unfollow();
    callback(error);
  }

  async #beat(): Promise<void> {
    try {
      await this.#recheck();
      this.#send("heartbeat", {});
    } catch {
      this.#end();
    }
  }

  #send(name: string, data: readonly Change[] | Record<string, never>): void {
    if (this.#ended || this.destroyed) return;
    this.push(eventOf(name, data));
    if (this.readableLength > MAX_UNREAD_BYTES) this.destroy();
  }

  #end(): void {
    if (this.#ended || this.destroyed) return;
    this.#ended = true;
    this.#unfollow();
    // The end of a stream that is not read would not arrive.
    if (this.readableLength > 0) this.destroy();
    else this.push(null);
  }

  #unfollow(): void {
    clearInterval(this.#heartbeat);
    this.#unsubscribe?.();
  }
}
