import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useWorkspace } from "@/app/_session/workspace";
import { useTRPCClient } from "@/app/_trpc/client";
import { createInquiry, newKey } from "@/app/_trpc/lost/response-link";
import { FORMATS, type ImportKind } from "./formats";
import {
  type CheckResponse,
  type FileReading,
  type ImportResponse,
  parseCheck,
  parseResponse,
} from "./import-response";
import { type FileChoices, keptChoices, saysAnything } from "./kept-choices";
import { type FileProgress, importOnce, sendFile } from "./send-file";

const NO_CHOICES: FileChoices = { map: {} };
/** The service refuses larger files. */
const MAX_BYTES = 64 * 1024 * 1024;
const TOO_LARGE = "The file is larger than 64 MB. Split it, or import it on the command line.";

interface State {
  readonly file: File | null;
  readonly choices: FileChoices;
  /** Whether the choices differ from those of the last check. */
  readonly stale: boolean;
  readonly check: CheckResponse | null;
  /** How the file was read when it last could be; its choices stay on the page when it no longer can. */
  readonly reading: FileReading | null;
  readonly outcome: ImportResponse | null;
}

const EMPTY: State = {
  file: null,
  choices: NO_CHOICES,
  stale: false,
  check: null,
  reading: null,
  outcome: null,
};

/** Checks a file as it is chosen, again as a person changes how it is read, and imports it. */
export function useImport(kind: ImportKind) {
  const { id } = useWorkspace();
  const queryClient = useQueryClient();
  const client = useTRPCClient();
  const [state, setState] = useState<State>(EMPTY);
  const [progress, setProgress] = useState<FileProgress | null>(null);
  const [settling, setSettling] = useState(false);
  const kept = keptChoices(`${id}.${kind}`);
  const address = `/api/files/${id}${FORMATS[kind].path}`;

  async function checked(file: File, choices: FileChoices): Promise<CheckResponse> {
    if (file.size > MAX_BYTES)
      return { state: "refused", message: TOO_LARGE, requestId: undefined, faults: [] };
    const { text } = await sendFile(address, file, { ...choices, dry_run: true }, null, setProgress);
    return parseCheck(text);
  }

  async function check(file: File, choices: FileChoices, again: boolean): Promise<void> {
    setState((now) => ({ ...(now.file === file ? now : EMPTY), file, choices, outcome: null }));
    setProgress({ sent: 0, rows: 0, of: 0 });
    let said = choices;
    let response = await checked(file, said);
    // The header is known now: what was chosen for it before is chosen again.
    const before =
      again || response.state !== "checked" ? NO_CHOICES : kept.of(file, namesOf(response.check.reading));
    if (saysAnything(before)) {
      said = before;
      response = await checked(file, said);
    }
    setProgress(null);
    const done = { file, choices: said, stale: false, check: response, outcome: null };
    setState((now) => ({
      ...done,
      reading: response.state === "checked" ? response.check.reading : now.reading,
    }));
  }

  async function send(rows: "all" | "good"): Promise<void> {
    const { file, choices, check: last } = state;
    if (!file || last?.state !== "checked") return;
    // What the check found is stated, so that the import reads the file as it was shown. The decimal mark is found
    // again as it was: stated, it would settle amounts of which the check said that they may be one or a thousand.
    const options = { ...choices, rows, ...foundIn(last.check.reading) };
    setState((now) => ({ ...now, outcome: null }));
    setProgress({ sent: 0, rows: 0, of: 0 });
    const key = newKey();
    const outcome = await importOnce(
      async () => {
        const { text, status } = await sendFile(address, file, options, key, setProgress);
        return parseResponse(text, status);
      },
      createInquiry(client, key, () => {
        setSettling(true);
        return () => setSettling(false);
      }),
    );
    setProgress(null);
    setState((now) => ({ ...now, outcome }));
    if (outcome.state !== "refused") await queryClient.invalidateQueries();
  }

  return {
    ...state,
    progress,
    settling,
    choose: (file: File | null) => (file ? void check(file, NO_CHOICES, false) : setState(EMPTY)),
    change: (choices: FileChoices) => {
      if (state.file && state.reading) kept.keep(state.file, namesOf(state.reading), choices);
      setState((now) => ({ ...now, choices, stale: true }));
    },
    checkAgain: () => {
      if (state.file) void check(state.file, state.choices, true);
    },
    send: (rows: "all" | "good") => void send(rows),
  };
}

const namesOf = ({ columns }: FileReading): string[] => columns.map(({ name }) => name);

/** Returns how a file was read as the options that have it read so again. */
function foundIn({ encoding, delimiter, sheet, header_row }: FileReading): object {
  const found = { encoding, delimiter, sheet, header_row };
  return Object.fromEntries(Object.entries(found).filter(([, value]) => value !== null));
}
