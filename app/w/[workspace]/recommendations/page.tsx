import type { Metadata } from "next";
import { RecommendationView } from "./_list/recommendation-view";

export const metadata: Metadata = { title: "Recommendations" };

export default function Recommendations() {
  return <RecommendationView />;
}
