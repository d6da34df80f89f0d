"use client";

import { Download } from "lucide-react";
import { parseAsString, parseAsStringLiteral, useQueryStates } from "nuqs";
import { type StatusOf, statusStyle } from "@/app/_components/pricing/status-text";
import { Section } from "@/app/_components/shell/section";
import { Button } from "@/app/_components/ui/button";
import { Field } from "@/app/_components/ui/field";
import { Input } from "@/app/_components/ui/input";
import { PageHeader } from "@/app/_components/ui/page-header";
import { Select } from "@/app/_components/ui/select";
import { useWorkspace } from "@/app/_session/workspace";
import { ALERT_STATUSES } from "@/server/domain/alerts/alert";
import { SORT_ORDERS } from "@/server/domain/items/item-list";
import { VISIBLE_RECOMMENDATION_STATUSES } from "@/server/domain/recommendations/recommendation";
import {
  isOfItems,
  REPORT_FORMATS,
  REPORT_NAMES,
  type ReportFormat,
  type ReportName,
} from "@/server/domain/reports/report";
import { WRITE_BACK_STATUSES } from "@/server/domain/write-backs/write-back";
import { ItemFields } from "./item-fields";
import { PeriodChips } from "./period-chips";
import { type ChoiceChange, type ReportChoice, reportAddress } from "./report-address";
import { ReportChart } from "./report-chart";
import { ReportTable } from "./report-table";

const REPORTS: Readonly<
  Record<
    ReportName,
    { label: string; holds: string; dated: string; statuses: readonly string[]; of: StatusOf }
  >
> = {
  recommendations: {
    label: "Recommendations",
    holds: "Every proposed price with its cost, margins, reason, decision and what became of it.",
    dated: "By the day it was proposed, in UTC.",
    statuses: VISIBLE_RECOMMENDATION_STATUSES,
    of: "recommendation",
  },
  margins: {
    label: "Margins",
    holds: "Every item with its price, cost, margin and market, as they are now.",
    dated: "By the day the item last changed, in UTC.",
    statuses: [],
    of: "recommendation",
  },
  alerts: {
    label: "Alerts",
    holds: "Every alert with its item, severity, money at risk and how often it was seen.",
    dated: "By the day it was first seen, in UTC.",
    statuses: ALERT_STATUSES,
    of: "alert",
  },
  write_backs: {
    label: "Prices written to the store",
    holds: "Every price that was sent: what was expected, what was written, and what the store answered.",
    dated: "By the day it was asked for, in UTC.",
    statuses: WRITE_BACK_STATUSES,
    of: "write_back",
  },
  decisions: {
    label: "Decisions",
    holds:
      "Every decision about a price, with who took it: a person, an application, a token or an auto-approval rule.",
    dated: "By the day it was decided, in UTC.",
    statuses: [],
    of: "recommendation",
  },
  deciders: {
    label: "Decisions by person and rule",
    holds: "How often each person, application, token and rule has decided what.",
    dated: "By the day of the decisions, in UTC.",
    statuses: [],
    of: "recommendation",
  },
};

/** In the order in which they are offered. */
const FORMAT_LABELS: Readonly<Record<ReportFormat, string>> = {
  xlsx: "XLSX, for spreadsheets",
  csv: "CSV",
  json: "JSON",
  ndjson: "NDJSON, one row a line",
};

const ANY = "any";

/** Reports on screen and as files for spreadsheets and data warehouses. The address contains the choice. */
export function ReportsPage() {
  const { id, demoEndsAt } = useWorkspace();
  const [choice, setChoice] = useQueryStates({
    report: parseAsStringLiteral(REPORT_NAMES).withDefault("recommendations"),
    format: parseAsStringLiteral(REPORT_FORMATS).withDefault("xlsx"),
    from: parseAsString.withDefault(""),
    to: parseAsString.withDefault(""),
    status: parseAsString.withDefault(""),
    category: parseAsString.withDefault(""),
    brand: parseAsString.withDefault(""),
    sort: parseAsString.withDefault(""),
    order: parseAsStringLiteral(SORT_ORDERS).withDefault("desc"),
  });
  const { of } = REPORTS[choice.report];
  const backwards = choice.from !== "" && choice.to !== "" && choice.from > choice.to;
  const choose = (change: ChoiceChange) => void setChoice(change);
  return (
    <>
      <PageHeader title="Reports" filters={<PeriodChips choice={choice} onChoose={choose} />} />
      <div className="flex flex-col gap-4 border-b border-line p-5 max-md:p-4">
        <ReportFields choice={choice} backwards={backwards} onChoose={choose} />
        <div className="flex flex-wrap items-end gap-3">
          <Field label="Format" className="w-64 max-md:w-full">
            <Select
              value={choice.format}
              onValueChange={(value) =>
                choose({ format: REPORT_FORMATS.find((format) => format === value) ?? null })
              }
              options={Object.entries(FORMAT_LABELS).map(([value, label]) => ({ value, label }))}
            />
          </Field>
          {backwards || demoEndsAt !== undefined ? (
            <Button variant="primary" disabled>
              <Download aria-hidden /> Download
            </Button>
          ) : (
            <Button asChild variant="primary">
              <a href={reportAddress(id, choice)} download={`${choice.report}.${choice.format}`}>
                <Download aria-hidden /> Download
              </a>
            </Button>
          )}
        </div>
      </div>
      {backwards ? null : (
        <div className="flex flex-col gap-7">
          <div className="max-w-6xl px-5 pt-5 max-md:px-4 wide:max-w-none">
            <ReportChart choice={choice} />
          </div>
          <ReportTables choice={choice} statusOf={of} onChoose={choose} />
        </div>
      )}
    </>
  );
}

/** The rows of the report; those of decisions stand below how often each has decided. */
function ReportTables(props: {
  choice: ReportChoice;
  statusOf: StatusOf;
  onChoose: (change: ChoiceChange) => void;
}) {
  const { choice } = props;
  const rows = <ReportTable {...props} />;
  if (choice.report !== "decisions" && choice.report !== "deciders") return rows;
  return (
    <div className="flex flex-col gap-8 p-5 max-md:p-4">
      <Section title="By person and rule">
        <ReportTable {...props} choice={{ ...choice, report: "deciders" }} />
      </Section>
      <Section title="Every decision">
        <ReportTable {...props} choice={{ ...choice, report: "decisions" }} />
      </Section>
    </div>
  );
}

/** The fields that choose the report and which of its rows. */
function ReportFields(props: {
  choice: ReportChoice;
  backwards: boolean;
  onChoose: (change: ChoiceChange) => void;
}) {
  const { choice, onChoose } = props;
  const { holds, dated, statuses, of } = REPORTS[choice.report];
  return (
    <div className="grid grid-cols-4 items-start gap-4 max-lg:grid-cols-2 max-md:gap-3">
      <Field label="Report" hint={holds} className="max-md:col-span-full">
        <Select
          value={choice.report}
          onValueChange={(value) =>
            onChoose({
              report: REPORT_NAMES.find((name) => name === value) ?? null,
              status: null,
              sort: null,
              order: null,
            })
          }
          options={REPORT_NAMES.map((name) => ({ value: name, label: REPORTS[name].label }))}
        />
      </Field>
      <Field label="From" optional hint={dated}>
        <Input
          type="date"
          value={choice.from}
          onChange={(event) => onChoose({ from: event.target.value || null })}
        />
      </Field>
      <Field
        label="To"
        optional
        hint="This day included."
        error={props.backwards ? "The end is before the beginning." : undefined}
      >
        <Input
          type="date"
          value={choice.to}
          onChange={(event) => onChoose({ to: event.target.value || null })}
        />
      </Field>
      {statuses.length > 0 ? (
        <Field label="Status">
          <Select
            value={choice.status || ANY}
            onValueChange={(value) => onChoose({ status: value === ANY ? null : value })}
            options={[
              { value: ANY, label: "Any status" },
              ...statuses.map((status) => ({ value: status, label: statusStyle(of, status).label })),
            ]}
          />
        </Field>
      ) : null}
      {isOfItems(choice.report) ? <ItemFields choice={choice} onChoose={onChoose} /> : null}
    </div>
  );
}
