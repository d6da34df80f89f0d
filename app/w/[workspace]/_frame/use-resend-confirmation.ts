"use client";

import { useMutation } from "@tanstack/react-query";
import { notify } from "@/app/_components/ui/toast";
import { useWorkspace } from "@/app/_session/workspace";
import { useTRPC } from "@/app/_trpc/client";
import { notifyFailure } from "@/app/_trpc/notify-failure";

/** Asks for another link that confirms the reader's address; without a mail server it is opened at once. */
export function useResendConfirmation() {
  const { reader } = useWorkspace();
  return useMutation(
    useTRPC().account.resendConfirmation.mutationOptions({
      onSuccess: ({ sent, link }) => {
        if (link !== null) window.location.assign(link);
        else
          notify({
            title: sent ? "Another link is on its way" : "Your address is confirmed already",
            detail: sent ? reader : "Reload the page.",
          });
      },
      onError: notifyFailure("No mail was sent"),
    }),
  );
}
