import type { createApiReference } from "@scalar/api-reference";

type ReferenceScript = { createApiReference: typeof createApiReference };

declare global {
  interface Window {
    Scalar?: ReferenceScript;
  }
}

let loading: Promise<ReferenceScript> | undefined;

/**
 * Loads the prebuilt bundle of the reference, served from this origin as a static file under a hashed name. Building
 * it from source would take longer than building the rest of the product. Rejects if the file cannot be loaded; the
 * next call tries again.
 */
export function loadReferenceScript(): Promise<ReferenceScript> {
  loading ??= addScript().catch((error: unknown) => {
    loading = undefined;
    throw error;
  });
  return loading;
}

function addScript(): Promise<ReferenceScript> {
  return new Promise((resolve, reject) => {
    const script = document.createElement("script");
    script.src = new URL(
      "../../node_modules/@scalar/api-reference/dist/browser/standalone.js",
      import.meta.url,
    ).href;
    script.onload = () => {
      if (window.Scalar) resolve(window.Scalar);
      else reject(new Error("The reference script did not offer what it should"));
    };
    script.onerror = () => {
      script.remove();
      reject(new Error("The reference script did not arrive"));
    };
    document.head.append(script);
  });
}
