import { currentRuntime } from "@/server/boot/runtime";
import { fetchDoor } from "@/server/http/fetch-adapter";

export const POST = async (request: Request) => fetchDoor((await currentRuntime()).sessionJwt)(request);
