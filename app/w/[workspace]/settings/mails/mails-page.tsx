"use client";

import { useQuery } from "@tanstack/react-query";
import { Mail } from "lucide-react";
import { Age } from "@/app/_components/pricing/age";
import { Badge } from "@/app/_components/ui/badge";
import { EmptyState } from "@/app/_components/ui/empty-state";
import { OnlyFor } from "@/app/_session/only-for";
import { type Outputs, useTRPC } from "@/app/_trpc/client";
import { QueryView } from "@/app/_trpc/query-view";

type StoredMail = Outputs["mails"]["list"]["data"][number];

/** The workspace's mails, so that owners can read those that could not be delivered. */
export function MailsPage() {
  return (
    <OnlyFor permission="settings:workspace">
      <Mails />
    </OnlyFor>
  );
}

function Mails() {
  const trpc = useTRPC();
  const query = useQuery(trpc.mails.list.queryOptions({}));
  return (
    <QueryView query={query} what="the mails">
      {({ data }) =>
        data.length === 0 ? (
          <EmptyState icon={<Mail />} title="No mails yet">
            Mails to the members of this workspace are kept here, also when none can be sent.
          </EmptyState>
        ) : (
          <ul aria-label="Mails">
            {data.map((mail) => (
              <MailRow key={mail.id} mail={mail} />
            ))}
          </ul>
        )
      }
    </QueryView>
  );
}

function MailRow({ mail }: { mail: StoredMail }) {
  return (
    <li className="border-b border-line-soft last:border-0">
      <details>
        <summary className="flex cursor-pointer items-center gap-3 rounded-lg px-2 py-2.5 hover:bg-hover">
          <span className="min-w-0 flex-1">
            <span className="block font-[520] text-pretty break-words">{mail.subject}</span>
            <span className="block truncate text-xs text-ink-dim">to {mail.recipient}</span>
          </span>
          <MailState mail={mail} />
          <Age at={mail.created_at} className="w-14 text-right text-xs text-ink-dim" />
        </summary>
        {mail.error ? <p className="px-2 pb-2 text-bad">{mail.error}</p> : null}
        {mail.text === null ? (
          <p className="px-2 pb-3 text-ink-soft">
            The text is not kept: it was sent, or it is for its recipient alone.
          </p>
        ) : (
          <pre className="mb-3 overflow-x-auto rounded-xl bg-chip px-4 py-3 font-sans whitespace-pre-wrap">
            {mail.text}
          </pre>
        )}
      </details>
    </li>
  );
}

function MailState({ mail }: { mail: StoredMail }) {
  if (mail.sent_at) return <Badge tone="accent">Sent</Badge>;
  if (mail.error) return <Badge tone="bad">Not sent</Badge>;
  return <Badge>Kept here</Badge>;
}
