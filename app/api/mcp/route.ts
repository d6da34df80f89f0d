import { currentRuntime } from "@/server/boot/runtime";
import { fetchAdapter } from "@/server/http/fetch-adapter";

const answer = async (request: Request) => fetchAdapter((await currentRuntime()).mcp)(request);

export {
  answer as DELETE,
  answer as GET,
  answer as HEAD,
  answer as OPTIONS,
  answer as PATCH,
  answer as POST,
  answer as PUT,
};
