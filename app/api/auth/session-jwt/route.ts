import { currentRuntime } from "@/server/boot/runtime";
import { fetchAdapter } from "@/server/http/fetch-adapter";

export const POST = async (request: Request) => fetchAdapter((await currentRuntime()).sessionJwt)(request);
