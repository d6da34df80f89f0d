import type { SchemaEngine } from "@prisma/schema-engine-wasm";

export interface EngineOptions {
  readonly datamodels?: [path: string, content: string][];
  readonly afterScript?: string;
}

export interface OpenEngine {
  readonly engine: SchemaEngine;
  close(): Promise<void>;
  scriptError(): Error | undefined;
}

export function openEngine(url: string, options?: EngineOptions): Promise<OpenEngine>;
