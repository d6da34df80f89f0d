// Imported first by programs that may run on any machine: exits with one line if Node is too old for the
// dependencies.
const [major = 0, minor = 0] = process.versions.node.split(".").map(Number);
const supported = major >= 24 || (major === 22 && minor >= 12) || (major === 20 && minor >= 19);
if (!supported) {
  process.stderr.write(`Pricecheck needs Node 20.19, 22.12, 24 or newer; this is ${process.version}.\n`);
  process.exit(1);
}
