import { ApiClient, signUp, uniqueEmail } from "../support/api";
import { expect, test } from "../support/fixtures";

test("login takes about the same time for an unknown email and a wrong password", async ({
  getServer,
}) => {
  const server = await getServer({ PASSWORD_COST: "10", LIMIT_LOGIN_FAILURES: "1000" });
  const { user } = await signUp(server.url);
  const client = new ApiClient(server.url);
  const time = async (email: unknown) => {
    const startedAt = performance.now();
    const reply = await client.post("/v1/auth/login", { email, password: "wrong password" });
    expect(reply.status).toBe(401);
    return performance.now() - startedAt;
  };
  await time(uniqueEmail());
  let [known, unknown] = [Infinity, Infinity];
  const ratio = () => unknown / known;
  // Compares minimums because load on the machine only adds time. Without a password hash for
  // unknown emails the ratio would be 0.1; with one hash too many, 2.
  for (let round = 1; round <= 30 && !(round > 5 && ratio() > 0.6 && ratio() < 1.6); round++) {
    known = Math.min(known, await time(user!.email));
    unknown = Math.min(unknown, await time(uniqueEmail()));
  }
  expect(ratio()).toBeGreaterThan(0.6);
  expect(ratio()).toBeLessThan(1.6);
});
