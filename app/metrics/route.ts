export { respondWithMetrics as GET } from "@/lib/http/metrics-endpoint";
