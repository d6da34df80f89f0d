import { currentRuntime } from "@/server/boot/runtime";
import { fetchAdapter } from "@/server/http/fetch-adapter";

const respond = async (request: Request) => fetchAdapter((await currentRuntime()).trpc)(request);

export { respond as GET, respond as POST };
