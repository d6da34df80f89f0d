import type { Outputs } from "@/app/_trpc/client";

export type Webhook = Outputs["webhooks"]["list"]["data"][number];
export type Delivery = Outputs["webhooks"]["listDeliveries"]["data"][number];
