import { goodClient } from "./good-client";

/** Runs the well-behaved client in a separate process, so that the crowd's own CPU load does not count as latency. */
const [url = "", token = ""] = process.argv.slice(2);
const ending = new AbortController();
process.once("message", () => ending.abort());
const experience = await goodClient(url, token, ending.signal);
process.send?.(experience, () => process.disconnect());
