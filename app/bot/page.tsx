import type { Metadata } from "next";
import { Wordmark } from "@/app/_components/shell/mark";

export const metadata: Metadata = { title: "Our page checks" };

/** Explains the crawler to site owners who found it in their logs: what it is, what it does, and how to block it. */
export default function BotPage() {
  return (
    <main className="mx-auto flex min-h-dvh max-w-xl flex-col px-6 py-8 max-md:px-5">
      <Wordmark />
      <h1 className="mt-12 text-2xl leading-8 font-[640] tracking-[-0.02em]">
        Pricecheck checks a page of yours
      </h1>
      <div className="mt-4 flex flex-col gap-4 text-pretty text-ink-soft [&_code]:rounded [&_code]:bg-chip [&_code]:px-1 [&_code]:text-ink">
        <p>
          A shop that uses Pricecheck watches the public price of an article you sell too. Our page check,
          which requests pages as <code>Pricecheck</code>, reads that one page from time to time: one request
          to a site at a time, with a pause between two, and it only asks whether the page has changed, if
          your site supports that. It follows no links, fills in no forms and never signs in.
        </p>
        <p>
          It reads your <code>robots.txt</code> first, keeps to <code>Disallow</code> and{" "}
          <code>Crawl-delay</code>, and waits as long as an answer&apos;s <code>Retry-After</code> says. To
          keep it away, add these lines; it follows them within a day:
        </p>
        <pre className="rounded-xl border border-line bg-panel px-4 py-3 font-mono text-[13px] leading-6 text-ink">
          {"User-agent: Pricecheck\nDisallow: /"}
        </pre>
      </div>
    </main>
  );
}
