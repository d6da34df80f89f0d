/** The program of the thread that reads pages: each message is a page, each answer its offer. */
import { parentPort } from "node:worker_threads";
import type { PageOffer } from "@/server/market/extract/page-offer";
import { offerOfBody, type PageBody } from "@/server/market/page-reader/offer-of-body";
import { runBehindOtherThreads } from "@/server/market/page-reader/thread-priority";

/** What the thread answers: the offer, or the text of the error. */
export type ReaderAnswer = { readonly offer: PageOffer } | { readonly error: string };

runBehindOtherThreads();

parentPort?.on("message", (page: PageBody) => {
  parentPort?.postMessage(answerTo(page));
});

function answerTo(page: PageBody): ReaderAnswer {
  try {
    return { offer: offerOfBody(page) };
  } catch (error) {
    return { error: String(error) };
  }
}
