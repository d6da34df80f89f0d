import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";

const COMPRESSED = /\.(js|css)$/;

/** Writes a Brotli and a gzip copy beside each script and style below `folder`, as small as they get. */
export async function compressFiles(folder) {
  const names = readdirSync(folder, { recursive: true, encoding: "utf8" });
  const files = names.filter((name) => COMPRESSED.test(name)).map((name) => join(folder, name));
  await Promise.all(
    files.map(async (file) => {
      const content = readFileSync(file);
      const quality = { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY };
      const [br, gz] = await Promise.all([
        promisify(brotliCompress)(content, { params: quality }),
        promisify(gzip)(content, { level: constants.Z_BEST_COMPRESSION }),
      ]);
      writeFileSync(`${file}.br`, br);
      writeFileSync(`${file}.gz`, gz);
    }),
  );
}
