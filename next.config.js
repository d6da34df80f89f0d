import { PHASE_DEVELOPMENT_SERVER } from "next/constants.js";

/**
 * The content security policy of every page.
 *
 * Inline scripts are allowed instead of nonces: a nonce would have to be minted per request, which forbids
 * static and cached pages, and Next itself writes inline scripts into them. What an injected script could
 * do is bounded by the rest: nothing is loaded from, sent to, framed by or posted to another origin.
 * The development server needs eval and a web socket for hot reloading, the built service neither.
 *
 * @param {boolean} development
 */
function contentSecurityPolicy(development) {
  return [
    "default-src 'self'",
    `script-src 'self' 'unsafe-inline'${development ? " 'unsafe-eval'" : ""}`,
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data: blob:",
    "font-src 'self' data:",
    `connect-src 'self'${development ? " ws:" : ""}`,
    "worker-src 'self' blob:",
    "object-src 'none'",
    "base-uri 'self'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join("; ");
}

/** @param {boolean} development */
function securityHeaders(development) {
  return [
    { key: "Content-Security-Policy", value: contentSecurityPolicy(development) },
    { key: "X-Content-Type-Options", value: "nosniff" },
    { key: "X-Frame-Options", value: "DENY" },
    { key: "Referrer-Policy", value: "same-origin" },
    { key: "Cross-Origin-Opener-Policy", value: "same-origin" },
    { key: "Permissions-Policy", value: "camera=(), geolocation=(), microphone=(), payment=(), usb=()" },
  ];
}

/**
 * @param {string} phase
 * @returns {import("next").NextConfig}
 */
export default function nextConfig(phase) {
  return {
    poweredByHeader: false,
    reactStrictMode: true,
    typedRoutes: false,
    // `npm run check` holds the types; a start must not depend on them a second time.
    typescript: { ignoreBuildErrors: true },
    turbopack: { root: import.meta.dirname },
    serverExternalPackages: [
      "@node-rs/argon2",
      "@prisma/client",
      "@prisma/driver-adapter-utils",
      "@prisma/schema-engine-wasm",
      "graphile-worker",
      "ioredis",
      "pg",
      "pino",
    ],
    async headers() {
      return [{ source: "/:path*", headers: securityHeaders(phase === PHASE_DEVELOPMENT_SERVER) }];
    },
  };
}
