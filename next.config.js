/**
 * What every answer carries. The content security policy of pages is made for each answer, in proxy.ts; what is
 * answered below /api runs no scripts at all.
 */
const SECURITY_HEADERS = [
  { key: "X-Content-Type-Options", value: "nosniff" },
  { key: "X-Frame-Options", value: "DENY" },
  { key: "Referrer-Policy", value: "same-origin" },
  { key: "Cross-Origin-Opener-Policy", value: "same-origin" },
  { key: "Permissions-Policy", value: "camera=(), geolocation=(), microphone=(), payment=(), usb=()" },
];
const API_POLICY =
  "default-src 'none'; style-src 'unsafe-inline'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'";

/** @returns {import("next").NextConfig} */
export default function nextConfig() {
  return {
    poweredByHeader: false,
    reactStrictMode: true,
    typedRoutes: false,
    // No page uses it, and what it answers strangers it tells in lines that are none of the log.
    images: { unoptimized: true },
    // `npm run check` holds the types; a start must not depend on them a second time.
    typescript: { ignoreBuildErrors: true },
    turbopack: { root: import.meta.dirname },
    experimental: {
      // Ten scripts of a page instead of 25 are a twentieth smaller together.
      turbopackChunking: { minChunkSize: 400_000, maxMergeChunkSize: 3_000_000, maxChunkCountPerGroup: 8 },
    },
    async redirects() {
      return [
        // Browsers ask for this address by themselves where they have not read the page's own icon yet.
        { source: "/favicon.ico", destination: "/icon.svg", permanent: true },
        // People have bookmarked the policy where it was, in the settings.
        { source: "/w/:workspace/settings/policy", destination: "/w/:workspace/policy", permanent: true },
      ];
    },
    async headers() {
      return [
        { source: "/:path*", headers: SECURITY_HEADERS },
        { source: "/api/:path*", headers: [{ key: "Content-Security-Policy", value: API_POLICY }] },
        // Browsers ask for the icon whenever the address changes, which each key in the inbox does.
        { source: "/icon.svg", headers: [{ key: "Cache-Control", value: "public, max-age=86400" }] },
      ];
    },
  };
}
