"use client";

import { ListChecks, SearchX } from "lucide-react";
import Link from "next/link";
import { type ComponentProps, useState } from "react";
import { useHotkeys } from "@/app/_components/keyboard/hotkeys";
import { useSelectAllKey } from "@/app/_components/keyboard/select-all-key";
import { useSelection } from "@/app/_components/selection/use-selection";
import { SplitView } from "@/app/_components/shell/split-view";
import { Button } from "@/app/_components/ui/button";
import { EmptyState } from "@/app/_components/ui/empty-state";
import { ErrorState } from "@/app/_components/ui/error-state";
import { SkeletonRows } from "@/app/_components/ui/skeleton";
import { useNewest } from "@/app/_components/use-newest";
import { whenOpened } from "@/app/_components/when-opened";
import { useWorkspace } from "@/app/_session/workspace";
import { failureOf } from "@/app/_trpc/failure";
import { asChosen, useAllThatMatch } from "../../_batches/use-list-batch";
import { useDelayedCalls } from "../../_decisions/delayed-calls-provider";
import { availableActions } from "./available-actions";
import type { ListedRecommendation } from "./changed-pages";
import { canDecideAll } from "./decide-all";
import { RecommendationHeader } from "./recommendation-header";
import { RecommendationPanel } from "./recommendation-panel";
import { RecommendationRows } from "./recommendation-rows";
import { ANY } from "./status-choices";
import { type RecommendationList, useRecommendations } from "./use-recommendations";

const SelectionActions = whenOpened(async () => (await import("./selection-actions")).SelectionActions);

const MatchingActions = whenOpened(async () => (await import("./matching-actions")).MatchingActions);
const BatchProgress = whenOpened(async () => (await import("../../_batches/batch-progress")).BatchProgress);

/** The most recommendations that can be chosen one by one. */
const MOST_RECOMMENDATIONS = 100;

/** The recommendations of every status, and the evidence of the open one beside them. */
export function RecommendationView() {
  const list = useRecommendations();
  const { undoLast } = useDelayedCalls();
  const [phoneShows, setPhoneShows] = useState<"list" | "detail">("list");
  const { current } = list;
  const { may, reader } = useWorkspace();
  const { batch } = list.followed;
  const offered = (row: ListedRecommendation) => availableActions({ ...row, write_back: null }, may);
  const isSelectable = (row: ListedRecommendation) =>
    offered(row).some((action) => action === "accept" || action === "dismiss");
  const shown = list.rows.filter(isSelectable);
  const selection = useSelection(shown, MOST_RECOMMENDATIONS);
  const all = useAllThatMatch(list.filters);
  const selectAll =
    may("recommendations:write") && canDecideAll(list.place) && list.rows.length > 0
      ? () => {
          selection.clear();
          all.turnOn();
        }
      : undefined;
  useSelectAllKey(() => selectAll?.());
  const next = { label: "Next", run: () => list.move(1), repeats: true } as const;
  const previous = { label: "Previous", run: () => list.move(-1), repeats: true } as const;
  useHotkeys({
    j: next,
    ArrowDown: next,
    k: previous,
    ArrowUp: previous,
    x: { label: "Select", run: () => current && selection.toggle(current.id) },
    u: { label: "Undo", run: () => void undoLast() },
  });
  // Another one may be open when an answer arrives, and it must stay open.
  const leave = useNewest((id) => {
    if (id !== current?.id) return;
    list.leave();
    setPhoneShows("list");
  });
  const open = (id: string) => {
    list.open(id);
    setPhoneShows("detail");
  };
  return (
    <SplitView
      header={
        <div>
          <RecommendationHeader list={list} onSelectAll={selectAll} />
          {batch ? <BatchProgress followed={list.followed} /> : null}
        </div>
      }
      phoneShows={current ? phoneShows : "list"}
      isEmpty={list.query.isSuccess && list.rows.length === 0 && !current}
      list={
        <>
          <ListBody
            list={list}
            onOpen={open}
            selection={all.isOn ? asChosen(selection, shown, all.turnOff) : selection}
            isSelectable={isSelectable}
          />
          {all.isOn ? (
            <MatchingActions list={list} all={all} />
          ) : selection.rows.length > 0 ? (
            <SelectionActions
              selection={selection}
              shown={shown}
              offered={offered}
              onSelectAll={list.query.hasNextPage ? selectAll : undefined}
              onConfirmed={list.followed.follow}
            />
          ) : null}
        </>
      }
      detail={
        current ? (
          <>
            <div className="px-4 pt-2 md:hidden">
              <Button size="sm" variant="quiet" onClick={() => setPhoneShows("list")}>
                Back to the list
              </Button>
            </div>
            <RecommendationPanel
              id={current.id}
              isPutBack={batch?.action === "restore" && batch.confirmed_by === reader}
              onLeave={leave}
            />
          </>
        ) : null
      }
    />
  );
}

function ListBody(props: ComponentProps<typeof RecommendationRows>) {
  const { list } = props;
  const { query, rows } = list;
  if (query.isPending) return <SkeletonRows label="Loading recommendations" />;
  if (!query.data) {
    const failure = failureOf(query.error);
    return (
      <ErrorState
        title="The recommendations could not be read"
        message={failure.message}
        requestId={failure.requestId}
        onRetry={() => void query.refetch()}
        retrying={query.isFetching}
      />
    );
  }
  if (rows.length === 0 && !query.hasNextPage) return <Nothing list={list} />;
  return <RecommendationRows {...props} />;
}

function Nothing({ list }: { list: RecommendationList }) {
  const { href } = useWorkspace();
  const { status, kind, change, run, item } = list.place;
  const wide = status === ANY && kind === ANY && change === ANY && run === null && item === null;
  if (wide)
    return (
      <EmptyState
        icon={<ListChecks />}
        title="Nothing was recommended yet"
        action={
          <Button asChild variant="primary">
            <Link href={href("/runs")}>Start a run</Link>
          </Button>
        }
      >
        A run checks every item and recommends which prices to change, and why.
      </EmptyState>
    );
  return (
    <EmptyState
      icon={<SearchX />}
      title={status === "new" ? "Nothing new" : "Nothing under this filter"}
      action={
        <Button onClick={() => list.narrow({ status: ANY, kind: ANY, change: ANY, run: null, item: null })}>
          Show all
        </Button>
      }
    >
      {status === "new" ? "What runs find from now on appears here first." : null}
    </EmptyState>
  );
}
