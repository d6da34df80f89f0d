import { clsx } from "clsx";
import { Search } from "lucide-react";
import { Input } from "./input";

/** The pause in typing after which a search is put into the address. */
export const TYPING_PAUSE_MS = 250;

/** Narrows a list to what contains a text; `small` beside other filters of the same height. */
export function SearchField(props: {
  value: string;
  onValueChange: (value: string) => void;
  small?: boolean;
}) {
  const { small = false } = props;
  return (
    <div className={clsx("relative max-md:flex-1", small ? "max-md:min-w-36" : "max-md:basis-full")}>
      <Search
        aria-hidden
        className={clsx(
          "absolute top-1/2 left-2.5 -translate-y-1/2 text-ink-dim",
          small ? "size-3.5" : "size-4",
        )}
      />
      <Input
        type="search"
        aria-label="Search by SKU or title"
        placeholder="SKU or title"
        look={small ? "search" : "form"}
        className={small ? "w-44 pl-7 max-md:w-full" : "w-56 pl-8 max-md:w-full"}
        maxLength={200}
        value={props.value}
        onChange={(event) => props.onValueChange(event.target.value)}
      />
    </div>
  );
}
