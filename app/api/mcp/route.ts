import { fetchDoor } from "@/server/http/fetch-door";
import { currentRuntime } from "@/server/runtime";

const answer = async (request: Request) => fetchDoor((await currentRuntime()).mcp)(request);

export {
  answer as DELETE,
  answer as GET,
  answer as HEAD,
  answer as OPTIONS,
  answer as PATCH,
  answer as POST,
  answer as PUT,
};
