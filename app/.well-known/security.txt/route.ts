import { currentRuntime } from "@/server/boot/runtime";
import { fetchAdapter } from "@/server/http/fetch-adapter";
import { securityContactHandler } from "@/server/http/security-contact";

export const GET = async (request: Request) =>
  fetchAdapter(securityContactHandler((await currentRuntime()).services))(request);
