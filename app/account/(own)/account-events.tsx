"use client";

import { useQuery } from "@tanstack/react-query";
import { Age } from "@/app/_components/pricing/age";
import { Section } from "@/app/_components/shell/section";
import { TwoLines } from "@/app/_components/ui/two-lines";
import { type Outputs, useTRPC } from "@/app/_trpc/client";
import { QueryView } from "@/app/_trpc/query-view";

type AccountEvent = Outputs["account"]["events"]["data"][number];

const LABELS: Readonly<Record<string, string>> = {
  "account.create": "The account was created",
  "address.confirm": "The e-mail address was confirmed",
  "address.change_asked": "A change of the e-mail address was requested",
  "address.change": "The e-mail address was changed",
  "password.reset_asked": "A link for a new password was requested",
  "password.set": "The password was set by a link",
  "password.change": "The password was changed",
  "session.begin": "A browser was signed in",
  "session.end": "Browsers were signed out",
  "identity.link": "Another way to sign in was added",
  "identity.unlink": "A way to sign in was removed",
};

/** The account's security events, so that its owner notices actions of others. */
export function AccountEvents() {
  const query = useQuery(useTRPC().account.events.queryOptions());
  return (
    <Section title="What happened to your account">
      <QueryView query={query} what="what happened">
        {({ data }) => (
          <ul
            aria-label="Account events"
            className="relative flex max-h-80 flex-col gap-2 overflow-y-auto"
            tabIndex={0}
          >
            {data.map((event) => (
              <EventLine key={event.id} event={event} />
            ))}
          </ul>
        )}
      </QueryView>
    </Section>
  );
}

function EventLine({ event }: { event: AccountEvent }) {
  const agent = event.after?.["agent"];
  const who = event.by_operator
    ? "the people who run this installation"
    : [typeof agent === "string" ? agent : null, event.network ?? "unknown network"]
        .filter(Boolean)
        .join(" · ");
  return (
    <li className="rounded-xl border border-line px-3.5 py-2.5">
      <TwoLines
        title={LABELS[event.action] ?? event.action}
        detail={
          <>
            {who} · <Age at={event.at} phrase />
          </>
        }
      />
    </li>
  );
}
