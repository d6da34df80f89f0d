import { cva, type VariantProps } from "class-variance-authority";
import { clsx } from "clsx";
import { LoaderCircle } from "lucide-react";
import { Slot } from "radix-ui";
import type { ComponentProps } from "react";
import { Kbd } from "./kbd";

/** The look of a button, for what is a button by another component. */
export const buttonClass = cva(
  [
    "inline-flex shrink-0 items-center gap-2 border font-[560] whitespace-nowrap select-none",
    "transition-colors duration-100 disabled:pointer-events-none disabled:opacity-50",
    "[&_svg]:size-4 [&_svg]:shrink-0",
  ],
  {
    variants: {
      variant: {
        primary: "border-accent bg-accent text-on-accent hover:border-accent-strong hover:bg-accent-strong",
        secondary: "border-line bg-raised text-ink hover:bg-hover",
        quiet: "border-transparent text-ink-soft hover:bg-hover hover:text-ink",
        faint: "border-transparent text-ink-dim hover:bg-hover hover:text-ink",
        danger: "border-bad bg-bad text-on-bad hover:border-bad-strong hover:bg-bad-strong",
        link: "border-transparent text-ink underline decoration-control underline-offset-4 hover:decoration-current",
      },
      size: {
        sm: "h-7 px-2.5 text-xs max-md:min-h-11 max-md:px-3 max-md:text-sm",
        md: "h-[34px] px-3 max-md:min-h-11",
        lg: "h-11 px-4 text-[15px]",
        icon: "size-[34px] max-md:size-11",
        smallIcon: "size-7 max-md:size-11",
      },
      wide: { true: "w-full justify-center", spread: "w-full justify-between", false: "justify-center" },
      pill: { true: "rounded-full", false: "rounded-lg" },
    },
    defaultVariants: { variant: "secondary", size: "md", wide: false, pill: false },
  },
);

export type ButtonProps = ComponentProps<"button"> &
  VariantProps<typeof buttonClass> & {
    /** Renders the single child (a link) in the look of a button. */
    asChild?: boolean;
    /** Shows a spinner and disables the button; the label stays, so that the layout does not move. */
    loading?: boolean;
    /** The key with the same action, shown inside the button on devices with a keyboard. */
    hotkey?: string;
  };

/** A button. It submits a form only with `type="submit"`. */
export function Button({
  asChild = false,
  loading = false,
  hotkey,
  variant,
  size,
  wide,
  pill,
  className,
  children,
  disabled,
  type = "button",
  ...rest
}: ButtonProps) {
  const filled = variant === "primary" || variant === "danger";
  const hint = hotkey ? (
    <Kbd hint quiet={filled} className="max-md:hidden">
      {hotkey.toUpperCase()}
    </Kbd>
  ) : null;
  const look = clsx(buttonClass({ variant, size, wide, pill }), className);
  if (asChild) {
    return (
      <Slot.Root className={look} aria-keyshortcuts={hotkey} {...rest}>
        <Slot.Slottable>{children}</Slot.Slottable>
        {hint}
      </Slot.Root>
    );
  }
  return (
    <button
      type={type}
      className={look}
      disabled={disabled || loading}
      aria-busy={loading || undefined}
      aria-keyshortcuts={hotkey}
      {...rest}
    >
      {loading ? <LoaderCircle aria-hidden className="animate-spin" /> : null}
      {children}
      {hint}
    </button>
  );
}
