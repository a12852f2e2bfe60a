#!/usr/bin/env node
import { createProgram } from "./program.ts";

createProgram()
  .parseAsync()
  .catch((error: Error) => {
    console.error(`chainkit-server: ${error.message}`);
    process.exitCode = 1;
  });
