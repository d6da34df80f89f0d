import type { Metadata } from "next";
import { RecommendationPage } from "../_list/recommendation-page";

export const metadata: Metadata = { title: "Recommendation" };

export default async function Recommendation({ params }: { params: Promise<{ rec: string }> }) {
  return <RecommendationPage id={(await params).rec} />;
}
