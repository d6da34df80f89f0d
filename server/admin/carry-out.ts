import type { Env } from "@/server/boot/env";
import { openInstallation } from "@/server/boot/installation";
import { withStoredAddress } from "@/server/boot/installation-address";
import { openSandbox } from "@/server/boot/sandbox";
import { openServices } from "@/server/boot/services";
import { rehearsalSource } from "@/server/usecases/rehearsals/source";
import type { Log } from "@/server/usecases/services";
import { commandFor } from "./commands";

const printLine = (line: string): void => {
  process.stdout.write(`${line}\n`);
};

/**
 * Runs one operator command on the installation of an environment. A running service and any number of commands may
 * share the installation.
 * @param args the command's words and options
 * @returns the last line of the command's standard output, as an object
 * @throws UsageError for a line that is no command, before anything is started; DomainError for what the product
 * refuses
 */
export async function carryOut(args: readonly string[], env: () => Env, log: Log): Promise<object> {
  const { found, rest } = commandFor(args);
  const work = found.read(rest);
  const settings = await withStoredAddress(env());
  const installation = await openInstallation(settings, process.cwd());
  try {
    const sandbox = found.reachesStores(rest) ? await openSandbox(settings) : null;
    const services = { ...openServices({ env: settings, ...installation, sandbox }), log };
    sandbox?.rehearse(rehearsalSource(services));
    try {
      return await work({ services, folder: settings.INIT_CWD ?? process.cwd(), print: printLine });
    } finally {
      await services.db.close();
      await sandbox?.stop();
    }
  } finally {
    await installation.stop();
  }
}
