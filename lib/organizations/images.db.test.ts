import { describe, expect, test } from "vitest";
import { createOrganizationId } from "@/e2e/support/organization-id";
import {
  createMember,
  later,
  createMembership,
  NOW,
  expectedOrganizationRow,
  createActor,
} from "@/e2e/support/database-fixtures";
import { reader } from "@/lib/db/database";
import { deleteOrganization } from "./commands";
import { deleteImage, getImage, saveImage } from "./images";
import { getOrganization } from "./queries";
import { getOrganizationScope } from "./scope";

const png = (...rest: number[]) =>
  new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, ...rest]);
const readAudit = async (id: string) =>
  (
    await reader().auditEntry.findMany({ where: { organizationId: id }, orderBy: { id: "asc" } })
  ).map(({ action, before, after }) => [action, JSON.parse(before!), JSON.parse(after!)]);

describe("a logo", () => {
  test("is stored unchanged, replaced, and removed", async () => {
    const { context, scope } = await createMembership("admin");
    const { id } = scope;
    const all = Uint8Array.from({ length: 256 }, (_, index) => index);
    const first = await saveImage({ ...context, now: later(5) }, scope, "logo", png(...all));
    expect(first).toEqual(
      expectedOrganizationRow(id, {
        role: "admin",
        imageHashes: { logo: expect.stringMatching(/^[\w-]{27}$/) as unknown },
        updatedAt: later(5),
      }),
    );
    const kept = await getImage(scope, "logo");
    expect({ ...kept, bytes: [...kept.bytes] }).toEqual({
      mediaType: "image/png",
      hash: first.imageHashes.logo,
      bytes: [...png(...all)],
    });

    expect(
      await saveImage({ ...context, now: later(9) }, scope, "logo", png(...all)),
      "uploading the same image changes nothing",
    ).toEqual(first);
    const second = await saveImage(
      { ...context, now: later(9) },
      scope,
      "logo",
      new Uint8Array(Buffer.from("GIF89a")),
    );
    expect(second.imageHashes.logo).not.toBe(first.imageHashes.logo);
    expect(await getOrganization(scope)).toEqual({ ...second, role: scope.role });
    await deleteImage(context, scope, "logo");
    await expect(getImage(scope, "logo")).rejects.toMatchObject({ kind: "not_found" });
    await expect(deleteImage(context, scope, "logo")).rejects.toMatchObject({ kind: "not_found" });

    const [one, two] = [
      { hash: first.imageHashes.logo, type: "image/png", size: 264 },
      { hash: second.imageHashes.logo, type: "image/gif", size: 6 },
    ];
    expect(await readAudit(id)).toEqual([
      ["organization.logo_changed", { logo: null }, { logo: one }],
      ["organization.logo_changed", { logo: one }, { logo: two }],
      ["organization.logo_removed", { logo: two }, { logo: null }],
    ]);
  });

  test("requires the admin role and an existing organization", async () => {
    const { context, scope } = await createMembership("editor");
    await expect(saveImage(context, scope, "logo", png())).rejects.toMatchObject({
      kind: "forbidden",
    });
    await expect(deleteImage(context, scope, "logo")).rejects.toMatchObject({ kind: "forbidden" });
    const outsider = await createActor();
    const free = await getOrganizationScope(outsider.actor, createOrganizationId(), "owner");
    for (const act of [
      () => saveImage(outsider, free, "logo", png()),
      () => deleteImage(outsider, free, "logo"),
      () => getImage(free, "logo"),
    ])
      await expect(act()).rejects.toMatchObject({ kind: "not_found" });
  });

  test("is rejected with an error message if it is invalid or unsafe", async () => {
    const { context, scope } = await createMembership("admin");
    const script = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script/></svg>');
    for (const body of [new Uint8Array(), new Uint8Array(script)])
      await expect(saveImage(context, scope, "logo", body)).rejects.toMatchObject({
        kind: "malformed",
        detail: expect.stringMatching(/^The .*\.$/) as unknown,
      });
    expect(await getOrganization(scope)).toMatchObject({ imageHashes: {}, updatedAt: NOW });
  });

  test("is the complete image of one of several concurrent uploads", async () => {
    const { context, scope } = await createMembership("owner");
    const saved = await Promise.all(
      [1, 2, 3, 4].map((part) => saveImage(context, scope, "logo", png(part))),
    );
    const { hash, bytes } = await getImage(scope, "logo");
    expect(saved[bytes[8]! - 1]!.imageHashes.logo).toBe(hash);
  });

  test("does not affect other images of the organization", async () => {
    const { context, scope } = await createMembership("admin");
    await saveImage(context, scope, "logo", png(1));
    await saveImage(context, scope, "favicon", png(2));
    const saved = await saveImage(context, scope, "logo_dark", png(3));
    expect(Object.keys(saved.imageHashes).sort()).toEqual(["favicon", "logo", "logo_dark"]);
    await deleteImage(context, scope, "logo");
    expect([...(await getImage(scope, "favicon")).bytes]).toEqual([...png(2)]);
    await expect(getImage(scope, "cover")).rejects.toMatchObject({ kind: "not_found" });
    expect((await readAudit(scope.id)).map(([action]) => action as string)).toEqual([
      "organization.logo_changed",
      "organization.favicon_changed",
      "organization.logo_dark_changed",
      "organization.logo_removed",
    ]);
  });

  test("is deleted with its organization", async () => {
    const { context, scope } = await createMembership("owner");
    await createMember(scope.id, "viewer");
    await saveImage(context, scope, "logo", png());
    await (
      await deleteOrganization(context, scope)
    ).finished;
    expect(await reader().organizationImage.count({ where: { organizationId: scope.id } })).toBe(0);
  });
});
