import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { findPromtool } from "./support/promtool.ts";

const promtool = findPromtool();
const file = fileURLToPath(new URL("support/alert-rules.yaml", import.meta.url));

test.skipIf(promtool === undefined)(
  "outages fire the alerts that name them, by promtool (on other systems than Debian: CHAINKIT_PROMTOOL)",
  () => {
    const { status, stdout, stderr } = spawnSync(promtool ?? "", ["test", "rules", file], {
      encoding: "utf8",
    });
    expect({ status, output: stdout + stderr }).toEqual({
      status: 0,
      output: expect.stringContaining("SUCCESS"),
    });
  },
);
