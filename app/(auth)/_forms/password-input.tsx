"use client";

import { Eye, EyeOff } from "lucide-react";
import { type ComponentProps, useState } from "react";
import { Button } from "@/app/_components/ui/button";
import { Field } from "@/app/_components/ui/field";
import { Input } from "@/app/_components/ui/input";

/** A password field with a button that makes the text visible. */
export function PasswordInput(props: ComponentProps<typeof Input>) {
  const [shown, setShown] = useState(false);
  return (
    <div className="relative">
      <Input {...props} type={shown ? "text" : "password"} className="w-full pr-10 max-md:pr-12" />
      <Button
        variant="quiet"
        size="icon"
        aria-label={shown ? "Hide the password" : "Show the password"}
        aria-pressed={shown}
        onClick={() => setShown(!shown)}
        className="absolute top-0 right-0"
      >
        {shown ? <EyeOff aria-hidden /> : <Eye aria-hidden />}
      </Button>
    </div>
  );
}

/** The field of a password that is chosen; what is wrong with it stands in place of the hint. */
export function NewPasswordField(props: {
  label: string;
  hint?: string;
  error: string | undefined;
  autoFocus?: boolean;
}) {
  const { label, error, hint, autoFocus } = props;
  return (
    <Field label={label} hint={error ? undefined : (hint ?? "At least 8 characters.")} error={error}>
      <PasswordInput name="password" autoComplete="new-password" required autoFocus={autoFocus} />
    </Field>
  );
}
