import { goodClient } from "./good-client";

/** The client of good manners in a process of its own: what the crowd's own work costs is no latency of the service. */
const [url = "", token = ""] = process.argv.slice(2);
const ending = new AbortController();
process.once("message", () => ending.abort());
const experience = await goodClient(url, token, ending.signal);
process.send?.(experience, () => process.disconnect());
