import { currentRuntime } from "@/server/boot/current-runtime";

export const POST = async (request: Request) => (await currentRuntime()).forPages.routes.sessionJwt(request);
