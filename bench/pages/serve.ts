/**
 * Serves the pages of a folder at /0, /1 …, in a process of its own, so that serving them does not delay the requests
 * that the bench times: `node serve.mjs FOLDER`. Prints its port as JSON.
 */
import { createServer } from "node:http";
import { readPages } from "./page-folder";

const [folder = ""] = process.argv.slice(2);
const bodies = (await readPages(folder)).map(({ html }) => Buffer.from(html));
const server = createServer((request, response) => {
  const body = bodies[Number(request.url?.slice(1)) % bodies.length];
  response.writeHead(body === undefined ? 404 : 200, { "content-type": "text/html; charset=utf-8" });
  response.end(body);
}).listen(0, "127.0.0.1", () => console.log(JSON.stringify(server.address())));
