import { serviceForPages } from "@/server/boot/service-for-pages";

export const POST = async (request: Request) => (await serviceForPages()).routes.sessionJwt(request);
