import type { Metadata } from "next";
import { WebhookPage } from "./webhook-page";

export const metadata: Metadata = { title: "Webhook" };

export default async function Page({ params }: { params: Promise<{ webhook: string }> }) {
  return <WebhookPage id={(await params).webhook} />;
}
