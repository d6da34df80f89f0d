import { serviceForPages } from "@/server/boot/service-for-pages";

export const GET = async (request: Request) => (await serviceForPages()).routes.securityContact(request);
