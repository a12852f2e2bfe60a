export { Argument, Command, CommanderError, Option } from "commander";
export { kebab, variableName } from "./names.ts";
export {
  createProgram,
  helpSection,
  helpText,
  type ProgramOptions,
  type Streams,
  UsageError,
} from "./program.ts";
export { assertValues, runProgram, startProgram } from "./run.ts";
export {
  closeOnSignal,
  type Listening,
  type ListenOptions,
  listen,
  listenAt,
  requireNode,
} from "./serve.ts";
export { didYouMean } from "./suggest.ts";
export { integer, list, port } from "./values.ts";
