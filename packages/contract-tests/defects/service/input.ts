import type { Service } from "../../test/reference/service.ts";
import { type Defect, defectsOf } from "./defect.ts";

type Apply = (service: Service) => void;

const pattern =
  (name: string, wrong: RegExp): Apply =>
  (service) => {
    service.checks[name] = (text) => (wrong.test(text) ? undefined : "is wrong");
  };
const also =
  (name: string, takes: RegExp, as?: (text: string) => string): Apply =>
  (service) => {
    const right = service.checks[name];
    service.checks[name] = (text) => (takes.test(text) ? undefined : right?.(text));
    if (as) {
      const { answer } = service;
      service.answer = (call) => {
        const value = call.parameters[name];
        const isTaken = value !== undefined && takes.test(value) && right?.(value) !== undefined;
        const parameters = isTaken ? { ...call.parameters, [name]: as(value) } : call.parameters;
        return answer.call(service, { ...call, parameters });
      };
    }
  };
const not =
  (name: string, refuses: RegExp): Apply =>
  (service) => {
    const right = service.checks[name];
    service.checks[name] = (text) => (refuses.test(text) ? "is refused" : right?.(text));
  };
const crash =
  (name: string, on: RegExp): Apply =>
  (service) => {
    const { finish } = service;
    service.finish = (call, answer) =>
      on.test(call.parameters[name] ?? "-") ? { ...answer, status: 500 } : finish(call, answer);
  };
const optional =
  (operation: string, field: string): Apply =>
  (service) => {
    const fields = service.bodyFields[operation] ?? [];
    service.bodyFields[operation] = fields.filter((each) => each !== field);
  };
const fieldsMayBe =
  (test: (value: unknown) => boolean): Apply =>
  (service) => {
    service.isField = (value) => typeof value === "string" || test(value);
  };

/** Invalid requests that are accepted, and valid ones that are refused. */
export const inputDefects: readonly Defect[] = defectsOf("input", "stated", {
  "hash pattern without end": pattern("transaction_hash", /^0x[a-fA-F0-9]{64}/),
  "hash pattern without beginning": pattern("transaction_hash", /0x[a-fA-F0-9]{64}$/),
  "hash of 63 digits taken": pattern("transaction_hash", /^0x[a-fA-F0-9]{63,64}$/),
  "hash of any length taken": pattern("transaction_hash", /^0x[a-fA-F0-9]+$/),
  "hash with foreign letters taken": pattern("transaction_hash", /^0x\w{64}$/),
  "hash without prefix taken": pattern("transaction_hash", /^(0x)?[a-fA-F0-9]{62,64}$/),
  "hash pattern over lines": pattern("transaction_hash", /^0x[a-fA-F0-9]{64}$/m),
  "hash with capital prefix taken": pattern("transaction_hash", /^0x[a-f0-9]{64}$/i),
  "hash in capitals refused": pattern("transaction_hash", /^0x[a-f0-9]{64}$/),
  "hash not checked": also("transaction_hash", /./),
  "hash trimmed": also("transaction_hash", /^\s*0x[a-fA-F0-9]{64}\s*$/, (text) => text.trim()),
  "hexadecimal block number taken": also("block_number", /^0x/),
  "negative block number taken": also("block_number", /^-/),
  "block number in exponents taken": also("block_number", /e1$/),
  "block number with fraction taken": also("block_number", /\.5$/),
  "pending taken": also("block_number", /^pending$/, (text) => text.replace("pending", "latest")),
  "LATEST taken": also("block_number", /^latest$/i, (text) => text.toLowerCase()),
  "latest refused": not("block_number", /^latest$/),
  "block zero refused": not("block_number", /^0$/),
  "long block numbers refused": not("block_number", /^\d{20,}$/),
  "long block numbers crash": crash("block_number", /^\d{20,}$/),
  "block zero crashes": crash("block_number", /^0$/),
  "digits of other scripts taken": also("block_number", /^\p{Nd}+$/u),
  "block number not checked": also("block_number", /./),
  "any chain name taken": also("chain_name", /./),
  "chain name in capitals taken": also("chain_name", /^[A-Z]+$/, (text) => text.toLowerCase()),
  "prefix of a chain name taken": also("chain_name", /^ethereu/),
  "polygon refused": not("chain_name", /^polygon$/),
  "bsc crashes": crash("chain_name", /^bsc$/),
  "apechain forgotten": not("chain_name", /^apechain$/),
  "address of any length taken": pattern("collection_address", /^0x[a-fA-F0-9]+$/),
  "address with a digit too many taken": pattern("collection_address", /^0x[a-fA-F0-9]{40}/),
  "address in capitals refused": pattern("collection_address", /^0x[a-f0-9]{40}$/),
  "address not checked": also("collection_address", /./),
  "limit 0 taken": also("limit", /^0$/, () => ""),
  "limit above 100 clamped": also("limit", /^\d{3,}$/, (text) =>
    String(Math.min(Number(text), 100)),
  ),
  "negative limit taken": also("limit", /^-\d+$/, () => "1"),
  "the sign of a limit dropped": also("limit", /^-\d{1,2}$/, (text) => text.slice(1)),
  "limit 100 refused": not("limit", /^100$/),
  "limit 1 refused": not("limit", /^1$/),
  "limit 1 crashes": crash("limit", /^1$/),
  "words for a limit taken": also("limit", /^[a-z]+$/, () => ""),
  "null for a limit taken": also("limit", /^null$/, () => ""),
  "limit with fraction taken": also("limit", /^\d+\.\d+$/, (text) =>
    String(Math.trunc(Number(text)) || ""),
  ),
  "limit with letters behind taken": also("limit", /^\d+[a-z]+$/, (text) =>
    text.replace(/[a-z]+$/, ""),
  ),
  "hexadecimal limit taken": also("limit", /^0x[0-9a-f]+$/, (text) =>
    text === "" ? "" : String(Number(text)),
  ),
  "empty limit refused": not("limit", /^$/),
  "limit not allowed at all": not("limit", /./),
  "words for a listing's block taken": also("blockNumber", /^[a-z]+$/, (text) =>
    text.replace(/\D+/, "2002"),
  ),
  "fraction for a listing's block taken": also("blockNumber", /\./, (text) =>
    text.replace(/^1\.5/, "2002"),
  ),
  "block of a listing not checked": also("blockNumber", /./),
  "tag may be missing": optional("createTag", "tag"),
  "version may be missing": optional("deleteTag", "version"),
  "subgraph name may be missing": optional("queryTag", "subgraph_name"),
  "name of a deployment may be missing": optional("removeSubgraph", "name"),
  "version of a deployment may be missing": optional("removeSubgraph", "version"),
  "fields may be numbers": fieldsMayBe((value) => typeof value === "number"),
  "fields may be null": fieldsMayBe((value) => value === null),
  "fields may be booleans": fieldsMayBe((value) => typeof value === "boolean"),
  "fields may be objects": fieldsMayBe(
    (value) => typeof value === "object" && value !== null && !Array.isArray(value),
  ),
  "fields may be lists": fieldsMayBe(Array.isArray),
  "fields may be lists of one text": fieldsMayBe(
    (value) => Array.isArray(value) && typeof value[0] === "string",
  ),
  "the body may be a list of one": (service) => {
    const { parse } = service;
    service.parse = (call) => {
      const value = parse.call(service, call);
      return Array.isArray(value) && value.length === 1 ? value[0] : value;
    };
  },
  "any media type taken": (service) => {
    service.parse = ({ text }) => JSON.parse(text.toString());
  },
  "no UTF-8 taken": (service) => {
    service.parse = ({ text, contentType }) => {
      if (!contentType.startsWith("application/json")) {
        throw new SyntaxError();
      }
      return JSON.parse(
        text
          .toString("latin1")
          .replace(/[\x80-\xff]/g, "")
          .replace(/^\{"\($/, '{"subgraph_name":"a","name":"a","version":"1","tag":"t"}'),
      );
    };
  },
  "malformed bodies are nobody's fault": (service) => {
    const { manage } = service;
    service.manage = (call) => {
      try {
        JSON.parse(call.text.toString());
      } catch {
        if (service.admits(call)) {
          return { status: 500, headers: {}, body: { code: 500, data: {}, msg: "x" } };
        }
      }
      return manage.call(service, call);
    };
  },
  "what follows the JSON is dropped": (service) => {
    service.parse = ({ text, contentType }) => {
      if (!contentType.startsWith("application/json")) {
        throw new SyntaxError();
      }
      return JSON.parse(text.toString().replace(/^(\{[^}]*\}).*$/, "$1"));
    };
  },
});
