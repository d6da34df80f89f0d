import { currentRuntime } from "@/server/boot/runtime";
import { fetchDoor } from "@/server/http/fetch-adapter";
import { securityContactHandler } from "@/server/http/security-contact";

export const GET = async (request: Request) =>
  fetchDoor(securityContactHandler((await currentRuntime()).services))(request);
