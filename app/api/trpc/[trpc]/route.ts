import { serviceForPages } from "@/server/boot/service-for-pages";

const respond = async (request: Request) => (await serviceForPages()).routes.trpc(request);

export { respond as GET, respond as POST };
