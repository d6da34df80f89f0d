import { currentRuntime } from "@/server/boot/runtime";
import { fetchDoor } from "@/server/http/fetch-adapter";

const answer = async (request: Request) => fetchDoor((await currentRuntime()).trpc)(request);

export { answer as GET, answer as POST };
