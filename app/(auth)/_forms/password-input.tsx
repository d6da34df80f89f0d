"use client";

import { Eye, EyeOff } from "lucide-react";
import { type ComponentProps, useState } from "react";
import { Button } from "@/app/_components/ui/button";
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
        aria-label={shown ? "Hide what was typed" : "Show what is typed"}
        aria-pressed={shown}
        onClick={() => setShown(!shown)}
        className="absolute top-0 right-0"
      >
        {shown ? <EyeOff aria-hidden /> : <Eye aria-hidden />}
      </Button>
    </div>
  );
}
