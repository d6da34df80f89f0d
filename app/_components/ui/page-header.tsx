import { clsx } from "clsx";
import { ChevronLeft } from "lucide-react";
import Link from "next/link";
import type { ReactNode } from "react";
import { PageTitle } from "./page-title";

/** The top of every page: its title, one line of figures, filters, and its actions at the right. */
export function PageHeader(props: {
  title: ReactNode;
  meta?: ReactNode;
  filters?: ReactNode;
  actions?: ReactNode;
  back?: { href: string; label: string; onPhoneOnly?: boolean };
  /** True if no line parts it from the page. */
  plain?: boolean;
}) {
  return (
    <header
      className={clsx(
        "flex min-h-[52px] flex-wrap items-center gap-x-4 gap-y-2 px-5 py-2 max-md:px-4",
        !props.plain && "border-b border-line",
      )}
    >
      <div className="flex min-w-0 items-center gap-2.5">
        {props.back ? (
          <Link
            href={props.back.href}
            aria-label={`Back to ${props.back.label}`}
            className={clsx(
              "-ml-1.5 inline-flex size-7 shrink-0 items-center justify-center rounded-lg text-ink-dim hover:bg-hover hover:text-ink max-md:size-11",
              props.back.onPhoneOnly && "md:hidden",
            )}
          >
            <ChevronLeft aria-hidden className="size-4" />
          </Link>
        ) : null}
        <div className="flex min-w-0 items-baseline gap-x-2.5 max-md:flex-wrap">
          {typeof props.title === "string" ? <PageTitle title={props.title} /> : null}
          <h1 className="truncate text-[15px] leading-5 font-[620]">{props.title}</h1>
          {props.meta ? <span className="num truncate text-ink-soft">{props.meta}</span> : null}
        </div>
      </div>
      {props.filters ? (
        <div className="min-w-0 max-md:order-last max-md:basis-full">{props.filters}</div>
      ) : null}
      {props.actions ? <div className="ml-auto flex items-center gap-2">{props.actions}</div> : null}
    </header>
  );
}
