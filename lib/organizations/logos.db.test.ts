import { describe, expect, test } from "vitest";
import {
  createMember,
  freeHandle,
  later,
  membership,
  NOW,
  organizationRecord,
  createActor,
} from "@/e2e/support/database-fixtures";
import { reader } from "@/lib/db/database";
import { deleteOrganization } from "./commands";
import { deleteLogo, getLogo, saveLogo } from "./logos";
import { getOrganization } from "./queries";
import { getOrganizationScope } from "./scope";

const png = (...rest: number[]) =>
  new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, ...rest]);
const auditOf = async (id: string) =>
  (
    await reader().auditEntry.findMany({ where: { organizationId: id }, orderBy: { id: "asc" } })
  ).map(({ action, before, after }) => [action, JSON.parse(before!), JSON.parse(after!)]);

describe("logo", () => {
  test("is stored unchanged, replaced, and removed", async () => {
    const { context, scope } = await membership("admin");
    const { id } = scope;
    const all = Uint8Array.from({ length: 256 }, (_, index) => index);
    const first = await saveLogo({ ...context, now: later(5) }, scope, png(...all));
    expect(first).toEqual(
      organizationRecord(id, {
        role: "admin",
        logoHash: expect.stringMatching(/^[\w-]{27}$/) as unknown,
        updatedAt: later(5),
      }),
    );
    const kept = await getLogo(scope);
    expect({ ...kept, bytes: [...kept.bytes] }).toEqual({
      mediaType: "image/png",
      hash: first.logoHash,
      bytes: [...png(...all)],
    });

    expect(
      await saveLogo({ ...context, now: later(9) }, scope, png(...all)),
      "uploading the same image changes nothing",
    ).toEqual(first);
    const second = await saveLogo(
      { ...context, now: later(9) },
      scope,
      new Uint8Array(Buffer.from("GIF89a")),
    );
    expect(second.logoHash).not.toBe(first.logoHash);
    expect(await getOrganization(scope)).toEqual({ ...second, role: scope.role });
    await deleteLogo(context, scope);
    await expect(getLogo(scope)).rejects.toMatchObject({ kind: "not_found" });
    await expect(deleteLogo(context, scope)).rejects.toMatchObject({ kind: "not_found" });

    const [one, two] = [
      { hash: first.logoHash, type: "image/png", size: 264 },
      { hash: second.logoHash, type: "image/gif", size: 6 },
    ];
    expect(await auditOf(id)).toEqual([
      ["organization.logo_changed", { logo: null }, { logo: one }],
      ["organization.logo_changed", { logo: one }, { logo: two }],
      ["organization.logo_removed", { logo: two }, { logo: null }],
    ]);
  });

  test("requires the admin role and an existing organization", async () => {
    const { context, scope } = await membership("editor");
    await expect(saveLogo(context, scope, png())).rejects.toMatchObject({ kind: "forbidden" });
    await expect(deleteLogo(context, scope)).rejects.toMatchObject({ kind: "forbidden" });
    const stranger = await createActor();
    const free = await getOrganizationScope(stranger.actor, freeHandle(), "owner");
    for (const act of [
      () => saveLogo(stranger, free, png()),
      () => deleteLogo(stranger, free),
      () => getLogo(free),
    ])
      await expect(act()).rejects.toMatchObject({ kind: "not_found" });
  });

  test("an invalid or unsafe image is rejected with an error message", async () => {
    const { context, scope } = await membership("admin");
    const script = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script/></svg>');
    for (const body of [new Uint8Array(), new Uint8Array(script)])
      await expect(saveLogo(context, scope, body)).rejects.toMatchObject({
        kind: "malformed",
        detail: expect.stringMatching(/^The .*\.$/) as unknown,
      });
    expect(await getOrganization(scope)).toMatchObject({ logoHash: null, updatedAt: NOW });
  });

  test("concurrent uploads leave one complete logo", async () => {
    const { context, scope } = await membership("owner");
    const saved = await Promise.all(
      [1, 2, 3, 4].map((part) => saveLogo(context, scope, png(part))),
    );
    const { hash, bytes } = await getLogo(scope);
    expect(saved[bytes[8]! - 1]!.logoHash).toBe(hash);
  });

  test("is deleted with its organization", async () => {
    const { context, scope } = await membership("owner");
    await createMember(scope.id, "viewer");
    await saveLogo(context, scope, png());
    await (
      await deleteOrganization(context, scope)
    ).finished;
    expect(await reader().organizationLogo.count({ where: { organizationId: scope.id } })).toBe(0);
  });
});
