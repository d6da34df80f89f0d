import { Worker, type WorkerOptions } from "node:worker_threads";
import type { PageOffer } from "@/server/market/extract/page-offer";
import type { ReaderAnswer } from "@/server/market/page-reader/main";
import type { PageBody } from "@/server/market/page-reader/offer-of-body";

/** How long one page may be read, the start of the thread included; the thread is ended then. */
export const READING_LIMIT_MS = 20_000;
/** A thread without work is ended after this time, to return its memory. */
const IDLE_MS = 60_000;
const MOST_MEMORY_MB = 256;

/** Reads pages in a thread of their own, one after another, so that requests never wait for a page. */
export interface PageReader {
  /**
   * Returns the offer on a page.
   * @throws Error when the page takes longer than the limit or more memory than a thread has
   */
  read(page: PageBody): Promise<PageOffer>;
}

interface Job {
  readonly page: PageBody;
  readonly resolve: (offer: PageOffer) => void;
  readonly reject: (error: Error) => void;
}

/** Opens a reader; its thread starts with the first page. It does not keep the process alive while it has no work. */
export const openPageReader = ({ limitMs = READING_LIMIT_MS } = {}): PageReader => new ThreadReader(limitMs);

class ThreadReader implements PageReader {
  private readonly waiting: Job[] = [];
  private job: Job | null = null;
  private thread: Worker | null = null;
  private timer: NodeJS.Timeout | undefined;

  constructor(private readonly limitMs: number) {}

  read(page: PageBody): Promise<PageOffer> {
    return new Promise((resolve, reject) => {
      this.waiting.push({ page, resolve, reject });
      this.begin();
    });
  }

  private begin(): void {
    if (this.job !== null) return;
    clearTimeout(this.timer);
    const job = this.waiting.shift();
    if (job === undefined) {
      this.rest();
      return;
    }
    this.job = job;
    this.thread ??= this.start();
    this.thread.ref();
    this.timer = setTimeout(() => {
      this.fail(new Error(`The page was not read within ${this.limitMs} ms.`));
    }, this.limitMs);
    this.thread.postMessage(job.page);
  }

  private rest(): void {
    this.thread?.unref();
    this.timer = setTimeout(() => this.end(), IDLE_MS);
    this.timer.unref();
  }

  private start(): Worker {
    const thread = startProgram({ resourceLimits: { maxOldGenerationSizeMb: MOST_MEMORY_MB } });
    const isCurrent = () => thread === this.thread;
    thread.on("message", (answer: ReaderAnswer) => {
      if (isCurrent()) this.settle(answer);
    });
    thread.on("error", (error) => {
      if (isCurrent()) this.fail(error instanceof Error ? error : new Error(String(error)));
    });
    thread.on("exit", () => {
      if (isCurrent()) this.fail(new Error("The thread that reads pages ended."));
    });
    return thread;
  }

  private settle(answer: ReaderAnswer): void {
    const { job } = this;
    this.job = null;
    if ("offer" in answer) job?.resolve(answer.offer);
    else job?.reject(new Error(answer.error));
    this.begin();
  }

  /** Ends the thread, whose state is unknown, and continues with the next page in a new one. */
  private fail(error: Error): void {
    const { job } = this;
    this.job = null;
    this.end();
    job?.reject(error);
    this.begin();
  }

  private end(): void {
    const { thread } = this;
    this.thread = null;
    void thread?.terminate();
  }
}

/** Starts the thread's program: the file beside this one in dist, or its source, for which tsx is loaded first. */
function startProgram(options: WorkerOptions): Worker {
  if (!import.meta.url.endsWith(".ts"))
    return new Worker(new URL("./page-reader.js", import.meta.url), options);
  const source = new URL("./main.ts", import.meta.url).href;
  const code = `import("tsx/esm/api").then(({ register }) => { register(); return import("${source}"); });`;
  return new Worker(code, { ...options, eval: true, execArgv: [] });
}
