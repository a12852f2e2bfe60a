#!/usr/bin/env node
import { requireNode } from "@chainkit/command";

requireNode("chainkit-mcp", "20");
// Loaded after the check: older releases may fail to load it with an unrelated error.
const { main } = await import("./main.ts");
await main();
