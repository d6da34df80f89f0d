// `npm start`: prepares what is missing, then runs the service. Two static imports would run side by side.
await import("./prepare.mjs");
await import("./serve.mjs");
