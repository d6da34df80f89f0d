"use client";

import {
  defaultRangeExtractor,
  useVirtualizer,
  useWindowVirtualizer,
  type Virtualizer,
} from "@tanstack/react-virtual";
import {
  type ComponentProps,
  type RefObject,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from "react";
import { Count } from "@/app/_components/pricing/price";
import { useCheckedRows } from "@/app/_trpc/lost/checking";
import { useRested } from "../_decisions/use-rested";
import { WHY_LABELS } from "../_decisions/why";
import { useInboxDecisions } from "./inbox-decisions";
import { type FiguresProps, InboxRow, type RowState } from "./inbox-row";
import { type Line, linesOf } from "./lines";
import type { InboxState } from "./use-inbox";
import { useIsPhone } from "./use-is-phone";
import { useReadAhead } from "./use-read-ahead";
import { useRows } from "./use-rows";

const TITLE_HEIGHT = 34;
const ROW_HEIGHT = 52;
const PHONE_ROW_HEIGHT = 84;
/**
 * Rows beyond the visible ones, above and below, which are in the page too; few of them until the page is drawn for the
 * first time.
 */
const OVERSCAN = 8;
const FIRST_OVERSCAN = 1;
/** The size of the list until the browser has measured it: that of a screen of common height. */
const ASSUMED_SIZE = { width: 700, height: 800 };

interface ListProps {
  readonly inbox: InboxState;
  readonly onOpen: (id: string) => void;
}

/** The pending entries, grouped by their reason. Only the lines in view, and those close to it, are in the page. */
export function InboxList(props: ListProps) {
  return useIsPhone() ? <PhoneList {...props} /> : <PaneList {...props} />;
}

/** The list on a wide screen, which scrolls in its pane. */
function PaneList({ inbox, onOpen }: ListProps) {
  const root = useRef<HTMLDivElement>(null);
  const listed = useLines(inbox);
  const virtualizer = useVirtualizer({
    ...commonOptions(listed, ROW_HEIGHT),
    getScrollElement: () => root.current?.parentElement ?? null,
  });
  return (
    <Lines {...{ inbox, onOpen, virtualizer, root }} lines={listed.lines} keepFocused={listed.keepFocused} />
  );
}

/** The list on a phone, where the whole page scrolls. */
function PhoneList({ inbox, onOpen }: ListProps) {
  const root = useRef<HTMLDivElement>(null);
  const [top, setTop] = useState(0);
  const listed = useLines(inbox);
  useLayoutEffect(() => setTop(root.current?.offsetTop ?? 0), []);
  const virtualizer = useWindowVirtualizer({
    ...commonOptions(listed, PHONE_ROW_HEIGHT),
    scrollMargin: top,
  });
  return (
    <Lines {...{ inbox, onOpen, virtualizer, root }} lines={listed.lines} keepFocused={listed.keepFocused} />
  );
}

const commonOptions = ({ lines, kept, overscan }: ReturnType<typeof useLines>, rowHeight: number) => ({
  count: lines.length,
  estimateSize: (at: number) => (lines[at]?.entry ? rowHeight : TITLE_HEIGHT),
  getItemKey: (at: number) => lines[at]?.key ?? at,
  overscan,
  initialRect: ASSUMED_SIZE,
  measureElement: observedHeight,
  rangeExtractor: (range: Parameters<typeof defaultRangeExtractor>[0]) =>
    [...new Set([...defaultRangeExtractor(range), ...kept])].sort((a, b) => a - b),
});

/**
 * Returns the height that the browser reported of a line, or else the one known or assumed so far. To read it from the
 * element would make the browser lay out the page again for each line that is added.
 */
function observedHeight<Scroller extends Element | Window>(
  element: Element,
  entry: ResizeObserverEntry | undefined,
  { options, indexFromElement, measurementsCache }: Virtualizer<Scroller, Element>,
): number {
  const reported = entry?.borderBoxSize[0]?.blockSize;
  // Behind the details on a phone no line has a height; taken as their size, all of them would fit the screen.
  if (reported) return Math.round(reported);
  const at = indexFromElement(element);
  return measurementsCache[at]?.size ?? options.estimateSize(at);
}

/** The lines of the list, and the open and the focused one, which stay in the page wherever it is scrolled. */
function useLines({ groups, openId }: InboxState) {
  const lines = useMemo(() => linesOf(groups), [groups]);
  const [focused, setFocused] = useState<string | null>(null);
  const kept = useMemo(
    () =>
      [openId, focused].flatMap((id) => {
        const at = id === null ? -1 : lines.findIndex(({ entry }) => entry?.id === id);
        return at === -1 ? [] : [at];
      }),
    [lines, openId, focused],
  );
  const overscan = useRested() ? OVERSCAN : FIRST_OVERSCAN;
  return { lines, kept, keepFocused: setFocused, overscan };
}

interface LinesProps<Scroller extends Element | Window> extends ListProps {
  readonly lines: readonly Line[];
  readonly virtualizer: Virtualizer<Scroller, Element>;
  readonly root: RefObject<HTMLDivElement | null>;
  readonly keepFocused: (id: string | null) => void;
}

function Lines<Scroller extends Element | Window>(props: LinesProps<Scroller>) {
  const { inbox, lines, virtualizer, root, keepFocused, onOpen } = props;
  const { openId, entryStatus, current } = inbox;
  const { bulk } = useInboxDecisions();
  const stateOf = useRowStates(entryStatus === "left" ? openId : null);
  const actions = useStable({ onOpen, onSelect: bulk.select });
  const items = virtualizer.getVirtualItems();
  const rows = useRows(useReadAhead(lines, items));
  useShowOpen(
    virtualizer,
    lines.findIndex(({ entry }) => entry?.id === openId),
  );
  const margin = virtualizer.options.scrollMargin;
  return (
    <div
      ref={root}
      role="list"
      aria-label="What waits for approval"
      className="relative"
      style={{ height: virtualizer.getTotalSize() }}
      onFocus={(event) => keepFocused(entryIdAt(event.target))}
      onBlur={() => keepFocused(null)}
    >
      {items.map(({ key, index, start }) => {
        const line = lines[index];
        if (!line) return null;
        const place = {
          ref: virtualizer.measureElement,
          "data-index": index,
          style: { transform: `translateY(${start - margin}px)` },
        };
        if (!line.entry)
          return <GroupTitle key={key} place={place} line={line} isCounted={!inbox.isPartial} />;
        const { id } = line.entry;
        const isOpen = id === openId;
        const state = stateOf(id);
        return (
          <InboxRow
            key={key}
            id={id}
            place={place}
            position={{ at: line.position, of: inbox.entries.length }}
            row={isOpen && state === "left" ? (current ?? undefined) : rows.get(id)}
            isOpen={isOpen}
            isSelected={bulk.selected.has(id)}
            state={state}
            {...actions}
          />
        );
      })}
    </div>
  );
}

const entryIdAt = (target: EventTarget & Element): string | null =>
  target.closest<HTMLElement>("[data-entry]")?.dataset["entry"] ?? null;

/** Scrolls the list as far as needed to show the open entry, when another one is opened. */
function useShowOpen<Scroller extends Element | Window>(
  virtualizer: Virtualizer<Scroller, Element>,
  openAt: number,
): void {
  useEffect(() => {
    if (openAt !== -1) virtualizer.scrollToIndex(openAt, { align: "auto" });
  }, [openAt, virtualizer]);
}

/** Returns functions that stay the same and call the newest ones, so that rows need not be drawn again for them. */
function useStable(
  newest: Pick<FiguresProps, "onOpen" | "onSelect">,
): Pick<FiguresProps, "onOpen" | "onSelect"> {
  const latest = useRef(newest);
  useEffect(() => {
    latest.current = newest;
  });
  return useMemo(
    () => ({
      onOpen: (id) => latest.current.onOpen(id),
      onSelect: (id, on, range) => latest.current.onSelect(id, on, range),
    }),
    [],
  );
}

/** @param goneId the open entry, if somebody else decided it */
function useRowStates(goneId: string | null): (id: string) => RowState {
  const { underway } = useInboxDecisions();
  const checked = useCheckedRows();
  return (id) =>
    checked.has(id) ? "checking" : id === goneId ? "left" : underway.has(id) ? "underway" : "waiting";
}

/** A heading among the entries. It is an item of the list, because a list may have no other children. */
function GroupTitle({
  line,
  place,
  isCounted,
}: {
  line: Line;
  place: ComponentProps<"div">;
  isCounted: boolean;
}) {
  const { why, entries } = line.group;
  return (
    <div {...place} role="listitem" className="absolute inset-x-0 top-0 px-3 pt-3 pb-1.5">
      <h2 className="text-xs text-ink-dim">
        {WHY_LABELS[why]}{" "}
        {isCounted ? (
          <span className="ml-1.5">
            <Count value={entries.length} />
          </span>
        ) : null}
      </h2>
    </div>
  );
}
