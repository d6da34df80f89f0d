import { fetchDoor } from "@/server/http/fetch-door";
import { securityContactHandler } from "@/server/http/security-contact";
import { currentRuntime } from "@/server/runtime";

export const GET = async (request: Request) =>
  fetchDoor(securityContactHandler((await currentRuntime()).services))(request);
