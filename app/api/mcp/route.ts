import { serviceForPages } from "@/server/boot/service-for-pages";

const respond = async (request: Request) => (await serviceForPages()).routes.mcp(request);

export {
  respond as DELETE,
  respond as GET,
  respond as HEAD,
  respond as OPTIONS,
  respond as PATCH,
  respond as POST,
  respond as PUT,
};
