import { currentRuntime } from "@/server/boot/current-runtime";

const respond = async (request: Request) => (await currentRuntime()).forPages.routes.mcp(request);

export {
  respond as DELETE,
  respond as GET,
  respond as HEAD,
  respond as OPTIONS,
  respond as PATCH,
  respond as POST,
  respond as PUT,
};
