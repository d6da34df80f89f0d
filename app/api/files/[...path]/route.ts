import { currentRuntime } from "@/server/boot/current-runtime";

const respond = async (request: Request) => (await currentRuntime()).forPages.routes.files(request);

export { respond as GET, respond as POST };
