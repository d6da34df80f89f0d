import type { Metadata } from "next";
import { MailsPage } from "./mails-page";

export const metadata: Metadata = { title: "Mails" };

export default function Page() {
  return <MailsPage />;
}
