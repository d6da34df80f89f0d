import { currentRuntime } from "@/server/boot/runtime";
import { fetchAdapter } from "@/server/http/fetch-adapter";

const answer = async (request: Request) => fetchAdapter((await currentRuntime()).files)(request);

export { answer as GET, answer as POST };
