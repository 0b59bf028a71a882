import { deleteSubscriptionById } from "@/app/status/subscriber-api";

type Context = { params: Promise<{ file: string }> };

export const DELETE = async (request: Request, { params }: Context): Promise<Response> =>
  deleteSubscriptionById(request, (await params).file);
