/** A process of the minimal server: `node bare-server.js PORT` with DATABASE_URL. */
import { openBareServer } from "./bare-page";

openBareServer(process.env.DATABASE_URL ?? "", Number(process.argv[2]));
