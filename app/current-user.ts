import { cookies, headers } from "next/headers";
import { redirect } from "next/navigation";
import { connection } from "next/server";
import { cache } from "react";
import { importPageQueries } from "@/app/server-bundle";
import type { SignedInUser } from "@/components/auth/session";
import { serializeUser } from "@/lib/auth/serialize";
import { parseTheme } from "@/lib/theme";

const HOME = "/dashboard";
/** The paths that `?next=` may contain. Arbitrary values could redirect to another site. */
const ALLOWED_NEXT =
  /^\/((dashboard|account|admin)(\/[\w-]+)*(\?[\w=&.%+*-]*)?|new-organization|invitation\?token=[\w-]{43})$/;

/** Sends one query per rendered page, no matter how many layouts need the user. */
export const findCurrentUser = cache(async () =>
  (await importPageQueries()).findUser(await cookies()),
);

/** Returns the signed-in user with the fields that the browser needs, or null. */
export async function findSignedInUser(): Promise<SignedInUser | null> {
  const user = await findCurrentUser();
  return (
    user && {
      ...serializeUser(user),
      isAdministrator: user.isAdministrator,
      theme: user.theme === null ? null : parseTheme(user.theme),
    }
  );
}

export async function findCurrentUserIfAvailable(): Promise<SignedInUser | null> {
  await connection();
  try {
    return await findSignedInUser();
  } catch {
    return null;
  }
}

/**
 * Returns the installation's URL without a trailing slash: the origin from `BASE_URL` or the
 * request, followed by `BASE_PATH`.
 */
export const findInstallationUrl = async (): Promise<string> =>
  (await importPageQueries()).getInstallationUrl(await headers());

export const addNextParam = (page: "/login" | "/register", next: string): string =>
  next === HOME ? page : `${page}?next=${encodeURIComponent(next)}`;

export async function requireSignedIn(path: string): Promise<void> {
  if ((await findCurrentUser()) === null) redirect(addNextParam("/login", path));
}

type ParamName<Path> = Path extends `${string}[${infer Name}]${infer Rest}`
  ? Name | ParamName<Rest>
  : never;

/** Creates the page at `path`, such as "/dashboard/[orgID]", which requires a session. */
export function createPage<Path extends string>(
  path: Path,
  render: (params: Record<ParamName<Path>, string>) => React.ReactNode,
) {
  return async function Page(props: {
    params: Promise<Record<ParamName<Path>, string>>;
    searchParams: Promise<Record<string, string | string[] | undefined>>;
  }) {
    const params = await props.params;
    const values: Record<string, string> = params;
    const query = new URLSearchParams(
      Object.entries(await props.searchParams).flatMap(([name, value = []]) =>
        [value].flat().map((each) => [name, each]),
      ),
    );
    await requireSignedIn(
      path.replaceAll(/\[(\w+)\]/g, (_, name: string) => values[name]!) +
        (query.size > 0 ? `?${query}` : ""),
    );
    return render(params);
  };
}

export const readInvitationToken = (next: string): string | null =>
  next.startsWith("/invitation?")
    ? new URLSearchParams(next.slice("/invitation".length)).get("token")
    : null;

export type SignInParams = Promise<{ next?: string | string[] }>;

/** Redirects signed-in users. For other visitors, returns the path to open after sign-in. */
export async function requireSignedOut(searchParams: SignInParams): Promise<string> {
  const { next } = await searchParams;
  const target = typeof next === "string" && ALLOWED_NEXT.test(next) ? next : HOME;
  if ((await findCurrentUser()) !== null) redirect(target);
  return target;
}
