import { handleUnknownPath } from "@/lib/http/route";

export {
  handleUnknownPath as DELETE,
  handleUnknownPath as GET,
  handleUnknownPath as HEAD,
  handleUnknownPath as OPTIONS,
  handleUnknownPath as PATCH,
  handleUnknownPath as POST,
  handleUnknownPath as PUT,
};
