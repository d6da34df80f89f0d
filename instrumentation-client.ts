import { config } from "zod/v4/core";

// The pages' content policy allows no code made of text; without this, schemas try whether they may and are reported.
config({ jitless: true });
