import { SecretDialog } from "@/app/_components/ui/secret-dialog";

/** A secret that was just created, with the name of its webhook. */
export interface NewSecret {
  readonly secret: string;
  readonly name: string;
}

/** Shows the secret of a webhook once, after its creation or its rotation. */
export function SecretOfWebhook(props: { shown: NewSecret | null; onClose: () => void }) {
  return (
    <SecretDialog
      shown={
        props.shown && {
          title: `Secret of “${props.shown.name}”`,
          description:
            "Copy it to your receiver now. It verifies that events come from us; we cannot show it again.",
          label: "Signing secret",
          confirmation: "I have stored the secret",
          secret: props.shown.secret,
        }
      }
      onClose={props.onClose}
    />
  );
}
