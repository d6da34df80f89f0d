import "./globals.css";
import type { Metadata, Viewport } from "next";
import { headers } from "next/headers";
import type { ReactNode } from "react";
import { HEAR_PALETTE_KEY } from "./_components/keyboard/palette-key";
import { Providers } from "./providers";

/** The language the pages are written in; numbers and dates follow it. */
const LOCALE = "en";

export const metadata: Metadata = {
  title: { default: "Pricecheck", template: "%s · Pricecheck" },
  description:
    "Pricecheck watches a shop's margins, says which prices to change and why, and writes an approved price to the store once.",
  robots: { index: false },
};

export const viewport: Viewport = {
  width: "device-width",
  initialScale: 1,
  viewportFit: "cover",
  themeColor: [
    { media: "(prefers-color-scheme: light)", color: "#f8f7f4" },
    { media: "(prefers-color-scheme: dark)", color: "#131311" },
  ],
};

// `suppressHydrationWarning`: a script sets the theme's class before React hydrates, so server and browser differ.
export default async function RootLayout({ children }: { children: ReactNode }) {
  const nonce = (await headers()).get("x-nonce");
  return (
    <html lang={LOCALE} suppressHydrationWarning>
      <body>
        <script
          nonce={nonce ?? undefined}
          suppressHydrationWarning
          // The text is a constant of this application.
          dangerouslySetInnerHTML={{ __html: HEAR_PALETTE_KEY }}
        />
        <Providers locale={LOCALE} madeAtMs={Date.now()} nonce={nonce}>
          {children}
        </Providers>
      </body>
    </html>
  );
}
