import { currentRuntime } from "@/server/boot/runtime";
import { fetchAdapter } from "@/server/http/fetch-adapter";

const respond = async (request: Request) => fetchAdapter((await currentRuntime()).rest)(request);

export {
  respond as DELETE,
  respond as GET,
  respond as HEAD,
  respond as OPTIONS,
  respond as PATCH,
  respond as POST,
  respond as PUT,
};
