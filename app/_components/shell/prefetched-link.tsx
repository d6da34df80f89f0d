"use client";

import Link from "next/link";
import { type ComponentProps, useState } from "react";

/**
 * A link whose page is loaded ahead when somebody points at it, touches it or moves the focus to it. A page shows its
 * content first: the links of a navigation, all loaded ahead at once, would delay it.
 */
export function PrefetchedLink(props: Omit<ComponentProps<typeof Link>, "prefetch">) {
  const [meant, setMeant] = useState(false);
  const onMeant = () => setMeant(true);
  return (
    <Link
      {...props}
      prefetch={meant ? null : false}
      onPointerEnter={onMeant}
      onTouchStart={onMeant}
      onFocus={onMeant}
    />
  );
}
