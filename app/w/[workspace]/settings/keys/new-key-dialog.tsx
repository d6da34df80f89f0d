import { SecretDialog } from "@/app/_components/ui/secret-dialog";

/** Shows the secret of a new key once. */
export function NewKeyDialog(props: { shown: { secret: string; name: string } | null; onClose: () => void }) {
  return (
    <SecretDialog
      shown={
        props.shown && {
          title: `Key “${props.shown.name}”`,
          description: "Copy it now. We keep only a fingerprint of it and cannot show it again.",
          label: "API key",
          confirmation: "I have stored the key",
          secret: props.shown.secret,
        }
      }
      onClose={props.onClose}
    />
  );
}
