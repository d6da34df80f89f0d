import { describe, expect, it } from "vitest";
import { robotsRules } from "@/server/outbound/robots-rules";

const allows = (file: string, path: string): boolean => robotsRules(file, "Pricecheck").allows(path);

describe("the rules of RFC 9309", () => {
  it.each([
    ["a name of any case", "user-agent: PRICECHECK\ndisallow: /", "/p", false],
    ["a version behind the name", "User-agent: Pricecheck/2.1\nDisallow: /", "/p", false],
    ["a space behind the name", "User-agent: Pricecheck 1.0\nDisallow: /", "/p", false],
    ["another name that begins alike", "User-agent: Pricecheck-News\nDisallow: /", "/p", true],
    ["a missing colon", "User-agent Pricecheck\nDisallow /", "/p", false],
    ["three words without a colon", "User-agent: *\nDisallow / x", "/p", true],
    ["a misspelled key", "Useragent: *\nDisalow: /p", "/p", false],
    ["a star with more behind it", "User-agent: * all\nDisallow: /p", "/p", false],
    [
      "a group for us over the one for everyone",
      "User-agent: *\nDisallow: /\nUser-agent: Pricecheck\nAllow: /",
      "/p",
      true,
    ],
    ["an empty group for us", "User-agent: *\nDisallow: /\nUser-agent: Pricecheck\nDisallow:", "/p", true],
    [
      "two groups for us together",
      "User-agent: Pricecheck\nDisallow: /a\nUser-agent: b\nDisallow: /\nUser-agent: Pricecheck\nDisallow: /p",
      "/p",
      false,
    ],
    ["several agents before the rules", "User-agent: a\nUser-agent: Pricecheck\nDisallow: /p", "/p", false],
    [
      "other lines between agents",
      "User-agent: Pricecheck\nSitemap: https://a.example/s\nUser-agent: b\nDisallow: /p",
      "/p",
      false,
    ],
    ["rules before any agent", "Disallow: /\nUser-agent: b\nDisallow: /", "/p", true],
    ["the longest match", "User-agent: *\nDisallow: /p\nAllow: /p/open", "/p/open/1", true],
    ["a tie, which allows", "User-agent: *\nDisallow: /p\nAllow: /p", "/p", true],
    ["case in paths", "User-agent: *\nDisallow: /P", "/p", true],
    ["a star", "User-agent: *\nDisallow: /*.php", "/a/index.php?x=1", false],
    ["a dollar", "User-agent: *\nDisallow: /*.php$", "/a/index.php?x=1", true],
    ["a dollar at the end", "User-agent: *\nDisallow: /*.php$", "/a/index.php", false],
    ["encoded letters", "User-agent: *\nDisallow: /foo/bar/%62%61%7A", "/foo/bar/baz", false],
    ["letters outside ASCII", "User-agent: *\nDisallow: /foo/ツ", "/foo/%E3%83%84", false],
    ["small hexadecimal digits", "User-agent: *\nDisallow: /foo/%e3%83%84", "/foo/%E3%83%84", false],
    ["an encoded slash", "User-agent: *\nDisallow: /a%2fb", "/a/b", true],
    ["comments and line ends", "\uFEFFUser-agent: * # all\r\rDisallow: /p # this", "/p", false],
    ["the file itself", "User-agent: *\nDisallow: /", "/robots.txt", true],
  ])("respect %s", (_name, file, path, expected) => {
    expect(allows(file, path)).toBe(expected);
  });

  it("state the pause of the group that applies", () => {
    const file = "User-agent: *\nCrawl-delay: 9\nDisallow: /a\n\nUser-agent: Pricecheck\nCrawl-delay: 2.5";
    expect(robotsRules(file, "Pricecheck").crawlDelaySeconds).toBe(2.5);
    expect(robotsRules(file, "Other").crawlDelaySeconds).toBe(9);
  });

  it("take little time for patterns made of stars", () => {
    const began = process.cpuUsage();
    allows(`User-agent: *\nDisallow: /${"*a".repeat(2000)}$`, `/${"a".repeat(4000)}b`);
    expect(process.cpuUsage(began).user / 1_000).toBeLessThan(2_000);
  });
});
