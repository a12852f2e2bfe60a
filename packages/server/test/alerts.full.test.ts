import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { programOf } from "./support/debian.ts";

const promtool = process.env.CHAINKIT_PROMTOOL ?? programOf("prometheus", "usr/bin/promtool");
const pathOf = (path: string) => fileURLToPath(new URL(path, import.meta.url));

test.skipIf(promtool === undefined)(
  "outages fire the alerts that name them, by promtool (on other systems than Debian: CHAINKIT_PROMTOOL)",
  () => {
    const args = ["test", "rules", pathOf("support/alert-rules.yaml")];
    const { status, stdout, stderr } = spawnSync(promtool ?? "", args, { encoding: "utf8" });
    expect({ status, output: stdout + stderr }).toEqual({
      status: 0,
      output: expect.stringContaining("SUCCESS"),
    });
  },
);

test.skipIf(promtool === undefined)(
  "promtool accepts the settings of Prometheus, with the rules",
  () => {
    const args = ["check", "config", pathOf("../monitoring/prometheus.yaml")];
    const { status, stdout, stderr } = spawnSync(promtool ?? "", args, { encoding: "utf8" });
    expect({ status, output: stdout + stderr }).toEqual({
      status: 0,
      output: expect.stringMatching(/1 rule files found[\s\S]*SUCCESS: .* rules found/),
    });
  },
);
