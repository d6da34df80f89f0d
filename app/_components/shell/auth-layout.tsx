import type { ReactNode } from "react";
import { Wordmark } from "./mark";

/** The frame of sign-in, sign-up and similar pages: the form, and beside it one sentence about the product. */
export function AuthLayout(props: {
  title: string;
  lead?: ReactNode;
  children: ReactNode;
  footer?: ReactNode;
}) {
  return (
    <main className="grid min-h-dvh grid-cols-[minmax(0,1fr)_minmax(0,1.1fr)] max-lg:grid-cols-1">
      <div className="flex flex-col px-10 py-8 max-md:px-5 max-md:py-6">
        <Wordmark />
        <div className="mx-auto flex w-full max-w-[360px] flex-1 flex-col justify-center py-10">
          <h1 className="text-2xl leading-8 font-[640] tracking-[-0.02em]">{props.title}</h1>
          {props.lead ? <p className="mt-1.5 text-pretty text-ink-soft">{props.lead}</p> : null}
          <div className="mt-7">{props.children}</div>
          {props.footer ? <div className="mt-6 text-ink-soft">{props.footer}</div> : null}
        </div>
      </div>
      <aside className="flex flex-col justify-center border-l border-line bg-panel px-16 max-lg:hidden">
        <p className="max-w-md text-[28px] leading-9 font-[600] tracking-[-0.025em] text-balance">
          Pricecheck says which prices to change and why. You decide. Your store gets the new price once.
        </p>
        <DriftLines />
      </aside>
    </main>
  );
}

/** Ornament: our price approaches the market price while the cost rises, drawn like the charts' lines. */
function DriftLines() {
  return (
    <svg aria-hidden viewBox="0 0 460 150" className="mt-12 w-full max-w-md" fill="none">
      <g className="stroke-line-soft">
        <path d="M0 20H460M0 75H460M0 130H460" />
      </g>
      <path
        d="M0 34H64V29H160V38H228V26H320V22H460"
        strokeWidth="1.75"
        strokeDasharray="4 4"
        className="stroke-market"
      />
      <path d="M0 128H102V122H258V112H376V96H460" strokeWidth="2" className="stroke-cost" />
      <path d="M0 60H376V38H454" strokeWidth="2.5" className="stroke-ink" />
      <circle cx="454" cy="38" r="6" className="fill-accent" />
    </svg>
  );
}
