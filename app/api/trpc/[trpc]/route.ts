import { currentRuntime } from "@/server/runtime";

const answer = async (request: Request) => (await currentRuntime()).trpc.fetch(request);

export { answer as GET, answer as POST };
