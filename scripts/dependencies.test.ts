import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";

const ROOT = join(import.meta.dirname, "..");
const PINNED = { name: "shop", dependencies: { pg: "8.23.1", suite: "npm:@a/suite@0.2.0-alpha.12" } };
const LOCKED = {
  packages: { "": PINNED, "node_modules/pg": { version: "8.23.1", integrity: "sha512-AA==" } },
};

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "pricecheck-pins-"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const write = (path: string, value: object): void => {
  mkdirSync(join(folder, path, ".."), { recursive: true });
  writeFileSync(join(folder, path), JSON.stringify(value));
};
const check = (root: string) =>
  spawnSync(process.execPath, [join(ROOT, "scripts", "dependencies.mjs"), root], { encoding: "utf8" });

describe("the check of pinned packages", () => {
  it("holds for this project and the packages below it", () => {
    expect(check(ROOT)).toMatchObject({ stderr: "", status: 0 });
  });

  it.each([
    ["a range", { dependencies: { pg: "^8.23.1" } }, "pg is not pinned: ^8.23.1"],
    ["a tag", { devDependencies: { tsx: "latest" } }, "tsx is not pinned: latest"],
    ["an override's range", { overrides: { a: { b: ">=2.0.0" } } }, "b is not pinned: >=2.0.0"],
    ["a reference to nothing", { overrides: { a: { b: "$b" } } }, "b is not pinned: $b"],
    ["an alias without version", { dependencies: { a: "npm:b" } }, "a is not pinned: npm:b"],
  ])("fails on %s", (_what, manifest, message) => {
    write("package.json", PINNED);
    write("package-lock.json", LOCKED);
    write("below/package.json", manifest);
    write("below/package-lock.json", LOCKED);
    expect(check(folder)).toMatchObject({ status: 1, stderr: `below/package.json: ${message}\n` });
  });

  it("passes what is exact, an alias and a reference included", () => {
    write("package.json", { ...PINNED, overrides: { other: { pg: "$pg" } } });
    write("package-lock.json", LOCKED);
    expect(check(folder)).toMatchObject({ stderr: "", status: 0 });
  });

  it("fails on a lock file that names where a package comes from, or is missing", () => {
    write("package.json", PINNED);
    expect(check(folder)).toMatchObject({ status: 1, stderr: "package-lock.json: is missing\n" });
    const entry = { version: "8.23.1", integrity: "sha512-AA==", resolved: "https://packages.test/pg.tgz" };
    write("package-lock.json", { packages: { "": PINNED, "node_modules/pg": entry } });
    expect(check(folder)).toMatchObject({ status: 1, stderr: expect.stringContaining("has an address") });
  });
});

describe("a package without a checksum", () => {
  const lock = (entry: object): void => {
    write("package.json", { ...PINNED, os: ["linux"] });
    const packages = { "": PINNED, "node_modules/build": { version: "1.0.0", optional: true, ...entry } };
    write("package-lock.json", { packages });
  };

  it("passes where it is never installed", () => {
    lock({ os: ["darwin"] });
    expect(check(folder)).toMatchObject({ stderr: "", status: 0 });
  });

  it.each([
    ["for the package's own platform", { os: ["linux"] }],
    ["for every platform", {}],
    ["that is required", { os: ["darwin"], optional: false }],
  ])("fails %s", (_what, entry) => {
    lock(entry);
    expect(check(folder)).toMatchObject({ status: 1, stderr: expect.stringContaining("has no integrity") });
  });
});

describe("the check of unused packages", () => {
  it("fails on a package that nothing imports", () => {
    write("package.json", { ...PINNED, type: "module", dependencies: { pg: "8.23.1", unneeded: "1.0.0" } });
    writeFileSync(join(folder, "index.ts"), 'import "pg";\n');
    const knip = join(ROOT, "node_modules", "knip", "bin", "knip.js");
    const { status, stdout } = spawnSync(
      process.execPath,
      [knip, "--exclude", "types,unlisted,unresolved", "--directory", folder],
      { encoding: "utf8" },
    );
    expect(stdout).toContain("unneeded");
    expect(status).toBe(1);
  });
});

describe("the bill of materials", () => {
  it("is made by the build from the lock file, and names no place that packages are downloaded from", async () => {
    const { ensureBundled } = await import("./build.mjs");
    await ensureBundled(ROOT);
    const file = join(ROOT, "dist", "sbom.cdx.json");
    expect(existsSync(file)).toBe(true);
    const text = readFileSync(file, "utf8");
    const bill = JSON.parse(text) as {
      bomFormat: string;
      metadata: { component: { name: string; type: string } };
      components: { name: string; version: string; externalReferences: { type: string }[] }[];
    };
    expect(bill.bomFormat).toBe("CycloneDX");
    expect(bill.metadata.component).toMatchObject({ name: "pricecheck", type: "application" });
    const { version: nodemailer } = bill.components.find(({ name }) => name === "nodemailer") ?? {};
    expect(Number(nodemailer?.split(".")[0])).toBeGreaterThanOrEqual(10);
    expect(bill.components.map(({ name }) => name)).not.toContain("vitest");
    expect(bill.components.flatMap((one) => one.externalReferences).map(({ type }) => type)).not.toContain(
      "distribution",
    );
    expect(text).not.toMatch(/\/\/registry\.|resolved/);
  });
});
