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
  /** True for many filters: in a narrow window they stand below the title, not beside it in a line each. */
  filtersBelow?: boolean;
  actions?: ReactNode;
  back?: { href: string; label: string; onPhoneOnly?: boolean };
  /** True if no line parts it from the page. */
  plain?: boolean;
}) {
  return (
    <header
      className={clsx(
        "flex min-h-[52px] gap-x-4 gap-y-2 px-5 py-2 max-md:flex-wrap max-md:items-center max-md:px-4",
        props.filtersBelow && "max-lg:flex-wrap",
        !props.plain && "border-b border-line",
      )}
    >
      <div className="flex min-w-0 items-center gap-2.5 md:max-h-9 md:min-h-9">
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
          <h1 className="text-[15px] leading-5 font-[620] max-md:line-clamp-3 md:truncate">{props.title}</h1>
          {props.meta ? <span className="num truncate text-ink-soft">{props.meta}</span> : null}
        </div>
      </div>
      {props.filters ? (
        <div
          className={clsx(
            "min-w-0 max-md:order-last max-md:basis-full md:flex md:min-h-9 md:items-center [&>*]:md:flex-1",
            props.filtersBelow ? "max-lg:order-last max-lg:basis-full lg:flex-1" : "md:flex-1",
          )}
        >
          {props.filters}
        </div>
      ) : null}
      {props.actions ? (
        <div className="ml-auto flex shrink-0 items-center gap-2 md:h-9">{props.actions}</div>
      ) : null}
    </header>
  );
}
