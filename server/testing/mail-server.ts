import { once } from "node:events";
import { type AddressInfo, createServer, type Socket } from "node:net";
import { createInterface } from "node:readline";

/** Starts a mail server that stores accepted mails, or rejects every recipient. */
export async function startMailServer(): Promise<{
  url: string;
  taken: string[];
  refuse(on: boolean): void;
  close(): Promise<void>;
}> {
  const taken: string[] = [];
  const sockets = new Set<Socket>();
  let refusing = false;
  const server = createServer((socket) => {
    sockets.add(socket);
    let lines: string[] | null = null;
    socket.on("error", () => undefined);
    socket.write("220 mail.test\r\n");
    createInterface({ input: socket }).on("line", (line) => {
      if (lines) {
        if (line !== ".") return void lines.push(line);
        taken.push(lines.join("\n"));
        lines = null;
        socket.write("250 taken\r\n");
      } else if (line === "DATA") {
        lines = [];
        socket.write("354 go on\r\n");
      } else if (line.startsWith("RCPT") && refusing) socket.write("550 no such mailbox\r\n");
      else socket.write(line === "QUIT" ? "221 bye\r\n" : "250 ok\r\n");
    });
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    url: `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`,
    taken,
    refuse: (on) => {
      refusing = on;
    },
    async close() {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, "close");
    },
  };
}
