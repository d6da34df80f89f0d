import { fetchDoor } from "@/server/http/fetch-door";
import { currentRuntime } from "@/server/runtime";

const answer = async (request: Request) => fetchDoor((await currentRuntime()).trpc)(request);

export { answer as GET, answer as POST };
