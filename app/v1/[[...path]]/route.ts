import { missing } from "@/lib/http/route";

export { missing as DELETE, missing as GET, missing as HEAD, missing as OPTIONS, missing as PATCH, missing as POST, missing as PUT };
