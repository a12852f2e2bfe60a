export {
  checkDocument,
  type OpenApiDocument,
  type Schema,
  type SchemaOrBoolean,
} from "./document.ts";
export { listOperations, type OperationEntry } from "./entries.ts";
export {
  asObject,
  entriesOf,
  escaped,
  isObject,
  itemsOf,
  type JsonObject,
  keysOf,
  pointerTo,
} from "./json.ts";
export { toValidatable } from "./json-schemas.ts";
export { FORMATS } from "./keywords.ts";
export { normalize } from "./normalize.ts";
export type {
  BodyField,
  BodyFormat,
  Envelope,
  Header,
  Info,
  Media,
  Operation,
  Pagination,
  Parameter,
  RequestBody,
  Response,
} from "./operation.ts";
export { firstOf, schemaExample } from "./parts.ts";
export { type PreferredResponse, prefer, preferredName } from "./prefer.ts";
export { readInfo, readOperation, readOperations } from "./read.ts";
export { type RequestFault, type RequestValues, readRequest, type SentRequest } from "./request.ts";
export { literal, pathPattern, pathRank, typed } from "./request-values.ts";
export { dereference, findTarget, isVersion30, resolve, targetOf } from "./resolve.ts";
export { bodyText, isStream, responseFor, sentType, successesOf } from "./responses.ts";
export { sampleOf, withStatus } from "./sample.ts";
export { NoSampleError } from "./sample-maker.ts";
export { isBinary, isPlainObject, itemSchemas, jsonTypes, propertyOf, schemaOf } from "./schema.ts";
export { withPointers } from "./schema-names.ts";
export {
  type Auth,
  type Credential,
  onePerPlace,
  type SecurityAlternatives,
  type SecurityScheme,
} from "./security.ts";
export { type Unreadable, usableDocument } from "./usable.ts";
export { type ErrorObject, errorsOf, explain, type Use } from "./validate.ts";
export { type SchemaPlace, schemaPlaces, visitSchemas } from "./walk.ts";
