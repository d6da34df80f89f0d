import type { Metadata } from "next";
import { RecommendationDesk } from "./_list/recommendation-desk";

export const metadata: Metadata = { title: "Recommendations" };

export default function Recommendations() {
  return <RecommendationDesk />;
}
