import { z } from "zod";
import { listTokens } from "@/server/usecases/tokens/list";
import { query } from "../pipeline";
import { presentToken, Token } from "./schemas";

export const list = query(
  {
    scope: "settings:tokens",
    summary: "List the workspace's tokens, newest first",
    input: z.object({}),
    output: z.object({ data: z.array(Token) }),
  },
  async ({ context }) => ({ data: (await listTokens(context)).map(presentToken) }),
);
