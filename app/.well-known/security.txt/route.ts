import { currentRuntime } from "@/server/boot/current-runtime";

export const GET = async (request: Request) =>
  (await currentRuntime()).forPages.routes.securityContact(request);
