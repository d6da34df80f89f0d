import { redirect } from "next/navigation";

export default async function Page({ params }: { params: Promise<{ workspace: string }> }) {
  redirect(`/w/${(await params).workspace}/settings/workspace`);
}
