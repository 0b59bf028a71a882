import { createSubscription, deleteSubscription } from "@/app/status/subscriber-api";

type Context = { params: Promise<{ orgID: string }> };

export const POST = async (request: Request, { params }: Context): Promise<Response> =>
  createSubscription(request, (await params).orgID);

export const DELETE = (request: Request): Promise<Response> => deleteSubscription(request);
