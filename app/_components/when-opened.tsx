"use client";

import dynamic from "next/dynamic";
import { type ComponentType, createContext, useContext, useEffect } from "react";
import { notify } from "./ui/toast";

const Nothing = () => null;

/**
 * Returns a component whose code is loaded when it is first drawn: for what opens by a press and weighs more than the
 * page around it may. If the code cannot be loaded, a notice says so, and the page stays as it is.
 * @param load imports the component
 * @param options.loading is drawn meanwhile
 * @param options.instead is drawn if the code cannot be loaded
 */
export const whenOpened = <Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  {
    loading: Loading = Nothing,
    instead = Nothing,
  }: { loading?: ComponentType; instead?: ComponentType<Props> } = {},
): ComponentType<Props> =>
  dynamic<Props>(
    () =>
      load().catch(() => {
        notify({
          title: "A part of this page could not be loaded",
          detail: "Reload the page when the service is back.",
          tone: "bad",
          durationMs: null,
        });
        return instead;
      }),
    { loading: () => <Loading /> },
  );

/** What closes a dialog or a menu, by either of the names that they have for it. */
interface Closed {
  readonly onOpenChange?: (open: boolean) => void;
  readonly onClose?: () => void;
}

const CloseContext = createContext<() => void>(() => undefined);

/**
 * Stands for a dialog or menu until its code is there: the page's keys are not meant for what is below, Escape is for
 * it.
 */
function Opening() {
  const close = useContext(CloseContext);
  useEffect(() => {
    const onKeyDown = ({ key }: KeyboardEvent) => key === "Escape" && close();
    addEventListener("keydown", onKeyDown);
    return () => removeEventListener("keydown", onKeyDown);
  }, [close]);
  return <div role="dialog" aria-label="Opening" aria-busy="true" className="sr-only" />;
}

/** Does the same for a dialog or a menu, above which no key of the page may act. */
export function layerWhenOpened<Props extends Closed>(
  load: () => Promise<ComponentType<Props>>,
): ComponentType<Props> {
  const Layer = whenOpened(load, { loading: Opening });
  return function LayerWhenOpened(props: Props) {
    const { onOpenChange, onClose } = props;
    const close = () => (onClose ? onClose() : onOpenChange?.(false));
    return (
      <CloseContext value={close}>
        <Layer {...props} />
      </CloseContext>
    );
  };
}
