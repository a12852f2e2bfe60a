// Generated from chain-data.yaml: do not edit. Change the spec and run `generate`.

import type { OperationDescription } from "@chainkit/runtime";
import type { ChainDataOperations } from "./operations.ts";

export type { JsonSchema, OperationDescription, ResponseDescription } from "@chainkit/runtime";

const NullableDecimalInteger = {
  "description": "An integer of arbitrary size, in decimal digits, or null.",
  "type": [
    "string",
    "null"
  ],
  "pattern": "^\\d+$"
} as const;

const Hash = {
  "description": "A 32-byte hash, `0x` followed by 64 hexadecimal digits.",
  "type": "string",
  "pattern": "^0x[a-fA-F0-9]{64}$"
} as const;

const Address = {
  "description": "A 20-byte address, `0x` followed by 40 hexadecimal digits.",
  "type": "string",
  "pattern": "^0x[a-fA-F0-9]{40}$"
} as const;

const NullableAddress = {
  "description": "A 20-byte address, `0x` followed by 40 hexadecimal digits, or null.",
  "type": [
    "string",
    "null"
  ],
  "pattern": "^0x[a-fA-F0-9]{40}$"
} as const;

const Timestamp = {
  "description": "A UTC timestamp in ISO 8601, for example `2023-07-13T17:38:11Z`.",
  "type": "string",
  "format": "date-time",
  "pattern": "([Zz]|[+-]00:00)$"
} as const;

const Chain_name = {
  "type": "string",
  "enum": [
    "ethereum",
    "apechain",
    "arbitrum",
    "avalanche",
    "base",
    "bsc",
    "polygon"
  ],
  "description": "Blockchain name.",
  "examples": [
    "ethereum"
  ]
} as const;

const Problem = {
  "title": "Problem",
  "description": "Problem details as defined by RFC 9457. Additional members may be present.",
  "type": "object",
  "required": [
    "type",
    "title",
    "status"
  ],
  "properties": {
    "type": {
      "description": "URI reference that identifies the kind of error. chainkit's service sends `/problems/<name>`, where a page at the same host describes it. Other deployments may send others; `about:blank` means that the HTTP status is sufficient.",
      "type": "string",
      "format": "uri-reference",
      "examples": [
        "/problems/invalid-parameter",
        "/problems/invalid-token",
        "/problems/not-found",
        "/problems/chain-not-served",
        "/problems/rate-limited",
        "/problems/internal-error"
      ]
    },
    "title": {
      "description": "Short summary of the problem type; the same for every occurrence.",
      "type": "string"
    },
    "status": {
      "description": "HTTP status code of this response.",
      "type": "integer",
      "minimum": 400,
      "maximum": 599
    },
    "detail": {
      "description": "Human-readable explanation of this occurrence.",
      "type": "string"
    },
    "instance": {
      "description": "URI reference that identifies this occurrence, such as the request path.",
      "type": "string",
      "format": "uri-reference"
    },
    "errors": {
      "description": "Rejected parameters. Present when the status is 400.",
      "type": "array",
      "items": {
        "$ref": "#/$defs/InvalidParameter"
      }
    }
  },
  "$defs": {
    "InvalidParameter": {
      "title": "Invalid parameter",
      "description": "A rejected parameter and the reason.",
      "type": "object",
      "required": [
        "parameter",
        "reason"
      ],
      "properties": {
        "parameter": {
          "description": "Parameter name, as spelled in the request.",
          "type": "string"
        },
        "reason": {
          "description": "Human-readable rule that the value violates.",
          "type": "string"
        }
      }
    }
  }
} as const;

const Responses401 = {
  "description": "Invalid API key.",
  "mediaType": "application/problem+json",
  "schema": Problem,
  "examples": {
    "invalidKey": {
      "type": "/problems/invalid-token",
      "title": "Invalid token",
      "status": 401,
      "detail": "The API key is not accepted."
    }
  }
} as const;

const Responses429 = {
  "description": "Rate limit exceeded. `Retry-After` gives the number of seconds to wait.",
  "mediaType": "application/problem+json",
  "schema": Problem,
  "examples": {
    "rateLimited": {
      "type": "/problems/rate-limited",
      "title": "Rate limit exceeded",
      "status": 429,
      "detail": "Too many requests. Wait 1 second."
    }
  }
} as const;

const Responses500 = {
  "description": "Internal error. The request itself may be valid and can be retried.",
  "mediaType": "application/problem+json",
  "schema": Problem,
  "examples": {
    "internalError": {
      "type": "/problems/internal-error",
      "title": "Internal error",
      "status": 500,
      "detail": "The service could not answer the request."
    }
  }
} as const;

const NFTResult = {
  "title": "NFT result",
  "description": "Result of an NFT lookup.",
  "type": "object",
  "required": [
    "nft"
  ],
  "properties": {
    "nft": {
      "$ref": "#/$defs/Nft"
    }
  },
  "$defs": {
    "Nft": {
      "title": "NFT",
      "description": "A non-fungible token. Fields taken from its metadata are null while the metadata is unknown.",
      "type": "object",
      "required": [
        "standard",
        "token_address",
        "token_id"
      ],
      "properties": {
        "attributes": {
          "description": "Attributes from the metadata, in the shape used there.",
          "type": [
            "array",
            "null"
          ],
          "items": {}
        },
        "description": {
          "description": "Token description, from the metadata.",
          "type": [
            "string",
            "null"
          ]
        },
        "external_uri": {
          "description": "URL of a page about the token, from the metadata.",
          "type": [
            "string",
            "null"
          ]
        },
        "image_uri": {
          "description": "URL of the token image, from the metadata.",
          "type": [
            "string",
            "null"
          ]
        },
        "logo": {
          "description": "URL of the collection's logo.",
          "type": [
            "string",
            "null"
          ]
        },
        "mint_block_number": {
          "description": "Number of the block in which the token was minted.",
          "type": [
            "integer",
            "null"
          ]
        },
        "mint_block_timestamp": {
          "description": "Timestamp of the block in which the token was minted, ISO 8601 in UTC.",
          "type": [
            "string",
            "null"
          ],
          "format": "date-time",
          "pattern": "([Zz]|[+-]00:00)$"
        },
        "name": {
          "description": "Name of the token or its collection.",
          "type": [
            "string",
            "null"
          ]
        },
        "owner_address": {
          "description": "Owner address; null if unknown or if the token has no single owner.",
          "$ref": "#/$defs/NullableAddress"
        },
        "standard": {
          "description": "Token standard, for example `ERC721`.",
          "type": "string"
        },
        "symbol": {
          "description": "Collection symbol.",
          "type": [
            "string",
            "null"
          ]
        },
        "token_address": {
          "description": "Contract address of the collection.",
          "$ref": "#/$defs/Address"
        },
        "token_id": {
          "description": "Token id within the collection.",
          "type": "string"
        },
        "token_uri": {
          "description": "Metadata URI reported by the contract.",
          "type": [
            "string",
            "null"
          ]
        }
      }
    },
    "NullableAddress": NullableAddress,
    "Address": Address
  }
} as const;

const BlockResult = {
  "title": "Block result",
  "description": "Result of a block lookup.",
  "type": "object",
  "required": [
    "block"
  ],
  "properties": {
    "block": {
      "$ref": "#/$defs/Block"
    }
  },
  "$defs": {
    "Block": {
      "title": "Block",
      "description": "Block header with size and transaction count.",
      "type": "object",
      "required": [
        "difficulty",
        "extra_data",
        "gas_limit",
        "gas_used",
        "hash",
        "logs_bloom",
        "miner",
        "nonce",
        "number",
        "parent_hash",
        "receipt_root",
        "sha3_uncles",
        "size",
        "state_root",
        "timestamp",
        "transaction_count",
        "transactions_root"
      ],
      "properties": {
        "base_fee_per_gas": {
          "description": "Base fee per unit of gas, in wei; null for blocks without EIP-1559 fees.",
          "$ref": "#/$defs/NullableDecimalInteger"
        },
        "difficulty": {
          "description": "Block difficulty, decimal in the examples; 0 under proof of stake.",
          "type": "string"
        },
        "extra_data": {
          "description": "Extra data set by the block producer.",
          "$ref": "#/$defs/Hex"
        },
        "gas_limit": {
          "description": "Gas limit of the block, decimal in the examples.",
          "type": "string"
        },
        "gas_used": {
          "description": "Gas used by all transactions in the block, decimal in the examples.",
          "type": "string"
        },
        "hash": {
          "description": "Block hash.",
          "$ref": "#/$defs/Hash"
        },
        "logs_bloom": {
          "description": "Bloom filter of the log addresses and topics in the block.",
          "$ref": "#/$defs/Hex"
        },
        "miner": {
          "description": "Address of the block's fee recipient.",
          "$ref": "#/$defs/Address"
        },
        "nonce": {
          "description": "Proof-of-work nonce; zero bytes under proof of stake.",
          "$ref": "#/$defs/Hex"
        },
        "number": {
          "description": "Block number.",
          "type": "integer"
        },
        "parent_hash": {
          "description": "Hash of the parent block.",
          "$ref": "#/$defs/Hash"
        },
        "receipt_root": {
          "description": "Root of the receipts trie.",
          "$ref": "#/$defs/Hex"
        },
        "sha3_uncles": {
          "description": "Hash of the list of uncles.",
          "$ref": "#/$defs/Hex"
        },
        "size": {
          "description": "Size of the encoded block, in bytes.",
          "type": "integer"
        },
        "state_root": {
          "description": "Root of the state trie after this block.",
          "$ref": "#/$defs/Hex"
        },
        "timestamp": {
          "description": "Block timestamp from the header.",
          "$ref": "#/$defs/Timestamp"
        },
        "total_difficulty": {
          "description": "Total difficulty of the chain up to and including this block; null if unknown, since nodes no longer report it.",
          "$ref": "#/$defs/NullableDecimalInteger"
        },
        "transaction_count": {
          "description": "Number of transactions in the block.",
          "type": "integer"
        },
        "transactions_root": {
          "description": "Root of the transactions trie.",
          "$ref": "#/$defs/Hex"
        },
        "withdrawals_root": {
          "description": "Root of the withdrawals trie; null for blocks without withdrawals (EIP-4895).",
          "$ref": "#/$defs/NullableHex"
        }
      }
    },
    "NullableDecimalInteger": NullableDecimalInteger,
    "Hex": {
      "description": "Bytes as `0x`-prefixed hexadecimal.",
      "type": "string",
      "pattern": "^0x[a-fA-F0-9]*$"
    },
    "Hash": Hash,
    "Address": Address,
    "Timestamp": Timestamp,
    "NullableHex": {
      "description": "Bytes as `0x`-prefixed hexadecimal, or null.",
      "type": [
        "string",
        "null"
      ],
      "pattern": "^0x[a-fA-F0-9]*$"
    }
  }
} as const;

const TransactionResult = {
  "title": "Transaction result",
  "description": "Result of a transaction lookup.",
  "type": "object",
  "required": [
    "transaction"
  ],
  "properties": {
    "transaction": {
      "$ref": "#/$defs/Transaction"
    }
  },
  "$defs": {
    "Transaction": {
      "title": "Transaction",
      "description": "A mined transaction with the fields of its receipt.",
      "type": "object",
      "required": [
        "block_hash",
        "block_number",
        "block_timestamp",
        "cumulative_gas_used",
        "effective_gas_price",
        "from_address",
        "gas",
        "gas_price",
        "gas_used",
        "input",
        "nonce",
        "transaction_hash",
        "transaction_index",
        "transaction_type",
        "value",
        "value_raw"
      ],
      "properties": {
        "block_hash": {
          "description": "Hash of the block that contains the transaction.",
          "$ref": "#/$defs/Hex"
        },
        "block_number": {
          "description": "Number of the block that contains the transaction.",
          "type": "integer"
        },
        "block_timestamp": {
          "description": "Timestamp of the block that contains the transaction.",
          "$ref": "#/$defs/Timestamp"
        },
        "contract_address": {
          "description": "Address of the contract created by the transaction; null if none was created.",
          "$ref": "#/$defs/NullableAddress"
        },
        "cumulative_gas_used": {
          "description": "Gas used in the block up to and including this transaction.",
          "$ref": "#/$defs/DecimalInteger"
        },
        "effective_gas_price": {
          "description": "Price paid per unit of gas, in wei.",
          "$ref": "#/$defs/DecimalInteger"
        },
        "from_address": {
          "description": "Sender address.",
          "$ref": "#/$defs/Address"
        },
        "gas": {
          "description": "Gas limit set by the sender.",
          "$ref": "#/$defs/DecimalInteger"
        },
        "gas_price": {
          "description": "Gas price in wei. For EIP-1559 transactions, the effective price paid.",
          "$ref": "#/$defs/DecimalInteger"
        },
        "gas_used": {
          "description": "Gas used by this transaction alone.",
          "$ref": "#/$defs/DecimalInteger"
        },
        "input": {
          "description": "Transaction input data; `0x` if empty.",
          "$ref": "#/$defs/Hex"
        },
        "l1_fee": {
          "description": "Fee for posting the transaction to the parent chain (L1); null on chains without an L1 fee.",
          "type": [
            "string",
            "null"
          ]
        },
        "l1_fee_scalar": {
          "description": "Scalar applied to the L1 fee; null on chains without one.",
          "type": [
            "string",
            "null"
          ]
        },
        "l1_gas_price": {
          "description": "L1 gas price used to compute the L1 fee; null on chains without an L1 fee.",
          "type": [
            "string",
            "null"
          ]
        },
        "l1_gas_used": {
          "description": "L1 gas charged for posting the transaction; null on chains without an L1 fee.",
          "type": [
            "string",
            "null"
          ]
        },
        "max_fee_per_gas": {
          "description": "Maximum total fee per unit of gas, in wei; null unless the transaction uses EIP-1559 fees.",
          "$ref": "#/$defs/NullableDecimalInteger"
        },
        "max_priority_fee_per_gas": {
          "description": "Maximum priority fee per unit of gas, in wei; null unless the transaction uses EIP-1559 fees.",
          "$ref": "#/$defs/NullableDecimalInteger"
        },
        "nonce": {
          "description": "Number of transactions sent by the sender before this one.",
          "$ref": "#/$defs/DecimalInteger"
        },
        "status": {
          "description": "Execution status. The examples follow the receipt: 1 for success, 0 for a reverted transaction. Null for transactions that predate the field.",
          "type": [
            "integer",
            "null"
          ]
        },
        "to_address": {
          "description": "Recipient address; null for contract creation.",
          "$ref": "#/$defs/NullableAddress"
        },
        "transaction_hash": {
          "description": "Transaction hash.",
          "$ref": "#/$defs/Hash"
        },
        "transaction_index": {
          "description": "Zero-based index of the transaction in its block.",
          "type": "integer"
        },
        "transaction_type": {
          "description": "Transaction type (EIP-2718), for example 0 for legacy and 2 for EIP-1559 transactions.",
          "type": "integer"
        },
        "value": {
          "description": "Amount of native token transferred, in whole tokens. As a JSON number it is usually rounded; use `value_raw` in computations.",
          "type": "number"
        },
        "value_raw": {
          "description": "Exact amount of native token transferred, in wei.",
          "$ref": "#/$defs/DecimalInteger"
        }
      }
    },
    "Hex": {
      "description": "Bytes as `0x`-prefixed hexadecimal.",
      "type": "string",
      "pattern": "^0x[a-fA-F0-9]*$"
    },
    "Timestamp": Timestamp,
    "NullableAddress": NullableAddress,
    "DecimalInteger": {
      "description": "An integer of arbitrary size, in decimal digits.",
      "type": "string",
      "pattern": "^\\d+$"
    },
    "Address": Address,
    "NullableDecimalInteger": NullableDecimalInteger,
    "Hash": Hash
  }
} as const;

/** Metadata of each operation: schemas, descriptions, examples and paging. */
export const operations: Readonly<Record<keyof ChainDataOperations, OperationDescription>> = {
  "getTransaction": {
    "id": "getTransaction",
    "area": "chain-data",
    "method": "GET",
    "path": "/v2/{chain_name}/transactions/{transaction_hash}",
    "summary": "Look up a transaction by hash",
    "description": "Returns a mined transaction with the fields of its receipt.",
    "deprecated": false,
    "params": {
      "type": "object",
      "properties": {
        "chain_name": Chain_name,
        "transaction_hash": {
          "type": "string",
          "pattern": "^0x[a-fA-F0-9]{64}$",
          "description": "Transaction hash, `0x` followed by 64 hexadecimal digits (case-insensitive).",
          "examples": [
            "0x88cf7d1a595ed8cd8e2eea4325763f0033f280ade61c91049c5ae6f1b568fda5",
            "0x7e9fdb38d9fb1b1e49d6da40e5010e7943e753b6f8e808596a185a81fd6d6ed0"
          ]
        }
      },
      "required": [
        "chain_name",
        "transaction_hash"
      ],
      "additionalProperties": false
    },
    "places": {
      "chain_name": "path",
      "transaction_hash": "path"
    },
    "clientOptions": [],
    "examples": [
      {
        "chain_name": "ethereum",
        "transaction_hash": "0x88cf7d1a595ed8cd8e2eea4325763f0033f280ade61c91049c5ae6f1b568fda5"
      }
    ],
    "auth": "optional",
    "safe": true,
    "idempotent": true,
    "result": TransactionResult,
    "responses": {
      "200": {
        "description": "The transaction.",
        "mediaType": "application/json",
        "schema": TransactionResult,
        "examples": {
          "feeMarketTransfer": {
            "transaction": {
              "block_hash": "0x8873a33f4687bce738171f486cce04ffe060cd0b71b15fe83e047e2815253f7c",
              "block_number": 17686112,
              "block_timestamp": "2023-07-13T17:38:35Z",
              "contract_address": null,
              "cumulative_gas_used": "12019739",
              "effective_gas_price": "48572541456",
              "from_address": "0x0aa0ec854b681e6f084ac3a2bb82aee2d61799ae",
              "gas": "21000",
              "gas_price": "48572541456",
              "gas_used": "21000",
              "input": "0x",
              "l1_fee": null,
              "l1_fee_scalar": null,
              "l1_gas_price": null,
              "l1_gas_used": null,
              "max_fee_per_gas": "60241181128",
              "max_priority_fee_per_gas": "40000001",
              "nonce": "25",
              "status": 1,
              "to_address": "0xab648498c70d3c88949fa53d8d800d3ae69e40ae",
              "transaction_hash": "0x88cf7d1a595ed8cd8e2eea4325763f0033f280ade61c91049c5ae6f1b568fda5",
              "transaction_index": 131,
              "transaction_type": 2,
              "value": 0.026476266165815554,
              "value_raw": "26476266165815553"
            }
          },
          "legacyTransfer": {
            "transaction": {
              "block_hash": "0x8873a33f4687bce738171f486cce04ffe060cd0b71b15fe83e047e2815253f7c",
              "block_number": 17686112,
              "block_timestamp": "2023-07-13T17:38:35Z",
              "contract_address": null,
              "cumulative_gas_used": "3245458",
              "effective_gas_price": "54000000000",
              "from_address": "0x0c266f08bfbc5a43f5e6493fea8d6bc632ea615f",
              "gas": "21000",
              "gas_price": "54000000000",
              "gas_used": "21000",
              "input": "0x",
              "l1_fee": null,
              "l1_fee_scalar": null,
              "l1_gas_price": null,
              "l1_gas_used": null,
              "max_fee_per_gas": null,
              "max_priority_fee_per_gas": null,
              "nonce": "25",
              "status": 1,
              "to_address": "0x34cb0ba8966c73db28a4942899f5b4eef2a7947f",
              "transaction_hash": "0x7e9fdb38d9fb1b1e49d6da40e5010e7943e753b6f8e808596a185a81fd6d6ed0",
              "transaction_index": 33,
              "transaction_type": 0,
              "value": 0.49404299,
              "value_raw": "494042990000000000"
            }
          }
        }
      },
      "400": {
        "description": "Invalid parameter.",
        "mediaType": "application/problem+json",
        "schema": Problem,
        "examples": {
          "invalidHash": {
            "type": "/problems/invalid-parameter",
            "title": "Invalid parameter",
            "status": 400,
            "detail": "One parameter is invalid.",
            "instance": "/v2/ethereum/transactions/0x1234",
            "errors": [
              {
                "parameter": "transaction_hash",
                "reason": "must be 0x and 64 hexadecimal digits"
              }
            ]
          }
        }
      },
      "401": Responses401,
      "404": {
        "description": "Transaction not found.",
        "mediaType": "application/problem+json",
        "schema": Problem,
        "examples": {
          "unknownTransaction": {
            "type": "/problems/not-found",
            "title": "Not found",
            "status": 404,
            "detail": "There is no such transaction of ethereum.",
            "instance": "/v2/ethereum/transactions/0x0000000000000000000000000000000000000000000000000000000000000000"
          }
        }
      },
      "429": Responses429,
      "500": Responses500
    }
  },
  "getBlock": {
    "id": "getBlock",
    "area": "chain-data",
    "method": "GET",
    "path": "/v2/{chain_name}/blocks/{block_number}",
    "summary": "Look up a block by number",
    "description": "Returns a block without its transactions.",
    "deprecated": false,
    "params": {
      "type": "object",
      "properties": {
        "chain_name": Chain_name,
        "block_number": {
          "type": "string",
          "pattern": "^(\\d+|latest)$",
          "description": "Block number in decimal, or `latest` for the newest block known to the service.",
          "examples": [
            "17686112",
            "latest"
          ]
        }
      },
      "required": [
        "chain_name",
        "block_number"
      ],
      "additionalProperties": false
    },
    "places": {
      "chain_name": "path",
      "block_number": "path"
    },
    "clientOptions": [],
    "examples": [
      {
        "chain_name": "ethereum",
        "block_number": "17686112"
      }
    ],
    "auth": "optional",
    "safe": true,
    "idempotent": true,
    "result": BlockResult,
    "responses": {
      "200": {
        "description": "The block.",
        "mediaType": "application/json",
        "schema": BlockResult,
        "examples": {
          "byNumber": {
            "block": {
              "base_fee_per_gas": "48532541455",
              "difficulty": "0",
              "extra_data": "0x496c6c756d696e61746520446d6f63726174697a6520447374726962757465",
              "gas_limit": "30000000",
              "gas_used": "12040739",
              "hash": "0x8873a33f4687bce738171f486cce04ffe060cd0b71b15fe83e047e2815253f7c",
              "logs_bloom": "0x9135594a53860160d88af2a2b11052a9b05241316c75198c25bde0961c728796b4622180d8a0102924589b106aba4f7202c5aaadfc43b82460c7c0250d2a39e106c0a0295f408c683a5253289d4820e8a2840d0b3c42280e90a11431f022dc013b8e4a2022c006220481fa108046e8ddf62443b21d96a49ad22240ff87086a029467375c39285fc002c700680328581e31215d01ed64404a74730fe310d1610087970560e0017a031e12ceeca24204860c534248a1f7068171ab0426b63e494041123863d08b2856190c4920136816809267b6460f28e530dd64510e5a1ab8cc14f8ba0ed4d2ac32030772a4ea1084e00630d60860907e5519a928307208564f",
              "miner": "0xdafea492d9c6733ae3d56b7ed1adb60692c98bc5",
              "nonce": "0x0000000000000000",
              "number": 17686112,
              "parent_hash": "0x0cfdc76bb857a33767b4259a0ca8c0c3cb48cd7be8aff17bc1ed20dc4cffd7bd",
              "receipt_root": "0xd67a02a3636e20106aaf50fdb83a314eb42c89724a8cd6f292acd156a53f3130",
              "sha3_uncles": "0x1dcc4de8dec75d7aab85b567b6ccd41ad312451b948a7413f0a142fd40d49347",
              "size": 68395,
              "state_root": "0x2844babd7f8830020c78921413c76018f9332a224566b03f108c49fa42eb2292",
              "timestamp": "2023-07-13T17:38:35Z",
              "total_difficulty": null,
              "transaction_count": 133,
              "transactions_root": "0x4acddad593b8523995fa21c579c0bf6eb9fa8840f2e85f670336a520f68fa854",
              "withdrawals_root": "0x8199bfa7fcbe7212348018ffed23d656447bf5289c3e77cc13b99bee9aa8bb8f"
            }
          },
          "latest": {
            "block": {
              "base_fee_per_gas": "65277759842",
              "difficulty": "0",
              "extra_data": "0x6279206275696c64657230783639",
              "gas_limit": "30000000",
              "gas_used": "17959670",
              "hash": "0x197c1d85de35d84353f8461c556e74fbe37c6cadce2c7a4fca989aecff4b715f",
              "logs_bloom": "0x4be58d0167e76514b89c320fad055a1b39d8c59b4e01d1e0989dc9d27dbe8bb2446711d8171f6c78e47e9b3566a3b10e2365f200be63fde96664546e856879d94410c808d15b897dfe93e0b9f9a4d1e992f334d889e24a9a12e15eb8936f77b3d28669632b97c582ac74b91c48f3eed590160270f919ce7ce278d5b9042910c5d352975d0fe54f301bd902e5992a9da6f8088583f95cc16fe53d6ec3d6b9443f9b6989b4b9a86032ca4517dc9c9bbda664e69053b42a999030e14e66184cd071e01a04d78be125d229806811042e54dd0ce8934f453e4a950d6c25135e1deb0c803e3b3e0db084587fad10afe2890a850ce85542424bf242138f3c98666abd9f",
              "miner": "0xedc7ec654e305a38ffff3cc3fcb2bd0e7341d64a",
              "nonce": "0x0000000000000000",
              "number": 17686121,
              "parent_hash": "0xf5e78703ad44604eeaa0072ca0d40aab1769ffc788645cbcfc749617debf0d38",
              "receipt_root": "0x34e24f1fae69c88c02a8e7356b5fce34551478597bed598b03d662b027a3e1e3",
              "sha3_uncles": "0x1dcc4de8dec75d7aab85b567b6ccd41ad312451b948a7413f0a142fd40d49347",
              "size": 75084,
              "state_root": "0x6c7a86d38cc4455fa948702a003ea85f04e4a60030a48f701962197a9cf3eb52",
              "timestamp": "2023-07-13T17:40:23Z",
              "total_difficulty": null,
              "transaction_count": 223,
              "transactions_root": "0xacaff73cb971ea6ce5017e37ced8eba0a964f448704fe085efb03389e98e31e4",
              "withdrawals_root": "0xfd4caa20765241e2525fce4cf6dccdae5476bc72cb36652484efdc2dfce487f1"
            }
          }
        }
      },
      "400": {
        "description": "Invalid parameter.",
        "mediaType": "application/problem+json",
        "schema": Problem,
        "examples": {
          "invalidNumber": {
            "type": "/problems/invalid-parameter",
            "title": "Invalid parameter",
            "status": 400,
            "detail": "One parameter is invalid.",
            "instance": "/v2/ethereum/blocks/0x10dde60",
            "errors": [
              {
                "parameter": "block_number",
                "reason": "must be a decimal number or the word latest"
              }
            ]
          }
        }
      },
      "401": Responses401,
      "404": {
        "description": "Block not found.",
        "mediaType": "application/problem+json",
        "schema": Problem,
        "examples": {
          "unknownBlock": {
            "type": "/problems/not-found",
            "title": "Not found",
            "status": 404,
            "detail": "There is no block 999999999 of ethereum.",
            "instance": "/v2/ethereum/blocks/999999999"
          }
        }
      },
      "429": Responses429,
      "500": Responses500
    }
  },
  "getNft": {
    "id": "getNft",
    "area": "chain-data",
    "method": "GET",
    "path": "/v2/{chain_name}/collections/{collection_address}/nfts/{token_id}",
    "summary": "Look up an NFT by token id",
    "description": "Returns a non-fungible token with its owner and metadata. If the metadata is unavailable, the token is returned without it.",
    "deprecated": false,
    "params": {
      "type": "object",
      "properties": {
        "chain_name": Chain_name,
        "collection_address": {
          "type": "string",
          "pattern": "^0x[a-fA-F0-9]{40}$",
          "description": "Contract address of the collection, `0x` followed by 40 hexadecimal digits (case-insensitive).",
          "examples": [
            "0xed5af388653567af2f388e6224dc7c4b3241c544",
            "0xbc4ca0eda7647a8ab7c2061c2e118a18a936f13d",
            "0x9a7a85e390f07d3802bebaafe090c3b789aabb1b"
          ]
        },
        "token_id": {
          "type": "string",
          "description": "Token id, unique within the collection.",
          "examples": [
            "4242",
            "1",
            "471"
          ]
        }
      },
      "required": [
        "chain_name",
        "collection_address",
        "token_id"
      ],
      "additionalProperties": false
    },
    "places": {
      "chain_name": "path",
      "collection_address": "path",
      "token_id": "path"
    },
    "clientOptions": [],
    "examples": [
      {
        "chain_name": "ethereum",
        "collection_address": "0xed5af388653567af2f388e6224dc7c4b3241c544",
        "token_id": "4242"
      }
    ],
    "auth": "optional",
    "safe": true,
    "idempotent": true,
    "result": NFTResult,
    "responses": {
      "200": {
        "description": "The NFT.",
        "mediaType": "application/json",
        "schema": NFTResult,
        "examples": {
          "metadataPending": {
            "nft": {
              "attributes": null,
              "description": null,
              "external_uri": null,
              "image_uri": null,
              "logo": null,
              "mint_block_number": null,
              "mint_block_timestamp": null,
              "name": "Azuki",
              "owner_address": "0x29469395eaf6f95920e59f858042f0e28d98a20b",
              "standard": "ERC721",
              "symbol": "AZUKI",
              "token_address": "0xed5af388653567af2f388e6224dc7c4b3241c544",
              "token_id": "4242",
              "token_uri": "https://ikzttp.mypinata.cloud/ipfs/QmQFkLSQysj94s5GvTHPyzTxrawwtjgiiYS2TBLgrvw8CW/4242"
            }
          },
          "withMetadata": {
            "nft": {
              "attributes": [
                {
                  "trait_type": "Mouth",
                  "value": "Grin"
                },
                {
                  "trait_type": "Clothes",
                  "value": "Vietnam Jacket"
                },
                {
                  "trait_type": "Background",
                  "value": "Orange"
                },
                {
                  "trait_type": "Eyes",
                  "value": "Blue Beams"
                },
                {
                  "trait_type": "Fur",
                  "value": "Robot"
                }
              ],
              "description": null,
              "external_uri": null,
              "image_uri": "ipfs://QmPbxeGcXhYQQNgsC6a36dDyYUcHgMLnGKnF8pVFmGsvqi",
              "logo": null,
              "mint_block_number": 12292922,
              "mint_block_timestamp": "2021-04-22T23:13:40Z",
              "name": "BoredApeYachtClub",
              "owner_address": "0x46efbaedc92067e6d60e84ed6395099723252496",
              "standard": "ERC721",
              "symbol": "BAYC",
              "token_address": "0xbc4ca0eda7647a8ab7c2061c2e118a18a936f13d",
              "token_id": "1",
              "token_uri": "ipfs://QmeSjSinHpPnmXmspMjwiXyN6zS4E9zccariGR3jxcaWtq/1"
            }
          },
          "newlyMinted": {
            "nft": {
              "attributes": null,
              "description": null,
              "external_uri": null,
              "image_uri": null,
              "logo": null,
              "mint_block_number": 17034869,
              "mint_block_timestamp": "2023-04-12T22:27:23Z",
              "name": null,
              "owner_address": "0x2898986ec14d61b7a89f3a5a7e3fc6ee31f59aca",
              "standard": "ERC721",
              "symbol": null,
              "token_address": "0x9a7a85e390f07d3802bebaafe090c3b789aabb1b",
              "token_id": "471",
              "token_uri": null
            }
          }
        }
      },
      "400": {
        "description": "Invalid parameter.",
        "mediaType": "application/problem+json",
        "schema": Problem,
        "examples": {
          "invalidCollection": {
            "type": "/problems/invalid-parameter",
            "title": "Invalid parameter",
            "status": 400,
            "detail": "One parameter is invalid.",
            "instance": "/v2/ethereum/collections/0x1234/nfts/4242",
            "errors": [
              {
                "parameter": "collection_address",
                "reason": "must be 0x and 40 hexadecimal digits"
              }
            ]
          }
        }
      },
      "401": Responses401,
      "404": {
        "description": "Collection or token not found.",
        "mediaType": "application/problem+json",
        "schema": Problem,
        "examples": {
          "unknownNft": {
            "type": "/problems/not-found",
            "title": "Not found",
            "status": 404,
            "detail": "There is no token 999999999 of the collection.",
            "instance": "/v2/ethereum/collections/0xed5af388653567af2f388e6224dc7c4b3241c544/nfts/999999999"
          }
        }
      },
      "429": Responses429,
      "500": Responses500
    }
  }
};
