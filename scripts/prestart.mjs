// Builds if sources have changed. This file is JavaScript, because loading tsx takes half a second,
// and most starts need no build.
import { spawnSync } from "node:child_process";

const isCurrent = await import("../dist/build-state.js").then(
  ({ isBuildCurrent }) => isBuildCurrent(),
  () => false,
);
if (!isCurrent)
  process.exitCode =
    spawnSync(process.execPath, ["--import", "tsx", "scripts/build.ts"], { stdio: "inherit" })
      .status ?? 1;
