import { fetchDoor } from "@/server/http/fetch-door";
import { currentRuntime } from "@/server/runtime";

export const POST = async (request: Request) => fetchDoor((await currentRuntime()).sessionJwt)(request);
