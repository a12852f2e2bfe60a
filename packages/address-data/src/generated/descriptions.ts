// Generated from address-data.yaml: do not edit. Change the spec and run `generate`.

import type { OperationDescription } from "@chainkit/runtime";
import type { AddressDataOperations } from "./operations.ts";

export type { JsonSchema, OperationDescription, ResponseDescription } from "@chainkit/runtime";

const GetErc20BalancesPlaces = {
  "chainName": "path",
  "walletAddress": "path",
  "contract-address": "query",
  "cursor": "query",
  "limit": "query"
} as const;

const HexText = {
  "description": "A hash, an address or bytes; `0x`-prefixed hexadecimal in the examples.",
  "type": "string"
} as const;

const WalletAddress = {
  "type": "string",
  "description": "Wallet address, hexadecimal in either case.",
  "examples": [
    "0x6cc5f688a315f3dc28a7781717a9a798a59fda7b"
  ]
} as const;

const GetAddressTransactionsPagination = {
  "cursorParameter": "cursor",
  "cursorField": "cursor",
  "itemsField": "transactions",
  "limitParameter": "limit",
  "itemKey": [
    "transaction_hash"
  ]
} as const;

const NextCursor = {
  "description": "Cursor of the next page, to be passed as the `cursor` parameter. Null or absent on the last page.",
  "type": [
    "string",
    "null"
  ]
} as const;

const ChainName = {
  "type": "string",
  "description": "Blockchain name, for example `ethereum`, `polygon` or `bsc`. Deployments may serve others.",
  "examples": [
    "ethereum"
  ]
} as const;

const Erc721TokenBalancesMetadata = {
  "attributes": null,
  "decimals": 0,
  "description": null,
  "externalUrl": null,
  "imageUri": null,
  "mintedBlockNumber": 17034869,
  "mintedTimestamp": "2023-04-12T22:27:23Z",
  "name": null,
  "symbol": null
} as const;

const Cursor = {
  "type": "string",
  "description": "Cursor from the previous page. Omit it to get the first page. Cursors are opaque and valid only for the listing that returned them.",
  "examples": [
    "AQEN3lkAsW0Zk3p7wQ4"
  ]
} as const;

const ExamplesLastPage = {
  "cursor": null,
  "erc20TokenBalances": [
    {
      "balance": "7416",
      "raw_balance": "741600000000",
      "contract": {
        "address": "0xb64ef51c888972c908cfacf59b47c1afbc0ab8ac",
        "decimals": 8,
        "erc_type": "ERC20",
        "logoUri": null,
        "name": "StorjToken",
        "symbol": "STORJ"
      }
    }
  ],
  "resultCount": 1
} as const;

const Limit = {
  "type": [
    "integer",
    "null"
  ],
  "minimum": 1,
  "maximum": 100,
  "default": 100,
  "description": "Maximum number of records per page. Null means the default; clients send it by omitting the parameter. An empty `limit=` means the default as well. The literal `null` is invalid. A page of large records may have fewer than `limit`; it then has a cursor and at least one record.",
  "examples": [
    2
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

const PageOfERC20Balances = {
  "title": "Page of ERC-20 balances",
  "description": "A page of ERC-20 balances and the cursor of the next page.",
  "type": "object",
  "required": [
    "erc20TokenBalances",
    "resultCount"
  ],
  "properties": {
    "cursor": {
      "$ref": "#/$defs/NextCursor"
    },
    "erc20TokenBalances": {
      "description": "Balances in this page.",
      "type": "array",
      "items": {
        "$ref": "#/$defs/Erc20Balance"
      }
    },
    "resultCount": {
      "description": "Number of tokens in this page.",
      "type": "integer"
    }
  },
  "$defs": {
    "NextCursor": NextCursor,
    "Erc20Balance": {
      "title": "ERC-20 balance",
      "description": "Balance of a wallet in one ERC-20 token.",
      "type": "object",
      "required": [
        "balance",
        "raw_balance",
        "contract"
      ],
      "properties": {
        "balance": {
          "description": "Balance in whole tokens, that is `raw_balance` divided by 10 to the power of the contract's `decimals`; exact and without trailing zeros in the examples.",
          "type": "string"
        },
        "raw_balance": {
          "description": "Balance in the token's smallest unit, decimal in the examples.",
          "type": "string"
        },
        "contract": {
          "$ref": "#/$defs/Erc20Contract"
        }
      }
    },
    "Erc20Contract": {
      "title": "ERC-20 contract",
      "description": "A token contract. Properties that the contract does not report are null.",
      "type": "object",
      "required": [
        "address",
        "erc_type"
      ],
      "properties": {
        "address": {
          "description": "Contract address.",
          "$ref": "#/$defs/HexText"
        },
        "decimals": {
          "description": "Number of decimal places; null if the contract does not report it.",
          "type": [
            "integer",
            "null"
          ]
        },
        "erc_type": {
          "description": "Token standard, for example `ERC20`.",
          "type": "string"
        },
        "logoUri": {
          "description": "URL of the token logo; null if there is none.",
          "type": [
            "string",
            "null"
          ]
        },
        "name": {
          "description": "Token name; null if the contract does not report it.",
          "type": [
            "string",
            "null"
          ]
        },
        "symbol": {
          "description": "Token symbol; null if the contract does not report it.",
          "type": [
            "string",
            "null"
          ]
        }
      }
    },
    "HexText": HexText
  }
} as const;

const PageOfERC721Balances = {
  "title": "Page of ERC-721 balances",
  "description": "A page of ERC-721 balances and the cursor of the next page.",
  "type": "object",
  "required": [
    "erc721TokenBalances",
    "resultCount"
  ],
  "properties": {
    "cursor": {
      "$ref": "#/$defs/NextCursor"
    },
    "erc721TokenBalances": {
      "description": "Balances in this page.",
      "type": "array",
      "items": {
        "$ref": "#/$defs/Erc721Balance"
      }
    },
    "resultCount": {
      "description": "Number of NFTs in this page; equal to the page size.",
      "type": "integer"
    }
  },
  "$defs": {
    "NextCursor": NextCursor,
    "Erc721Balance": {
      "title": "ERC-721 balance",
      "description": "An ERC-721 token held by a wallet.",
      "type": "object",
      "required": [
        "address",
        "balance",
        "ercType",
        "tokenId"
      ],
      "properties": {
        "address": {
          "description": "Contract address of the collection.",
          "$ref": "#/$defs/HexText"
        },
        "balance": {
          "description": "Amount of this token held by the wallet; an ERC-721 token is unique.",
          "type": "string"
        },
        "ercType": {
          "description": "Token standard, for example `ERC721`.",
          "type": "string"
        },
        "tokenId": {
          "description": "Token id within the collection.",
          "type": "string"
        },
        "tokenUri": {
          "description": "Metadata URI reported by the contract; null if unknown.",
          "type": [
            "string",
            "null"
          ]
        },
        "metadata": {
          "$ref": "#/$defs/Erc721Metadata"
        }
      }
    },
    "HexText": HexText,
    "Erc721Metadata": {
      "title": "ERC-721 metadata",
      "description": "Token metadata. Null, or with null fields, while the metadata is unknown.",
      "type": [
        "object",
        "null"
      ],
      "properties": {
        "attributes": {
          "description": "Token attributes as a string; JSON text in the examples.",
          "type": [
            "string",
            "null"
          ]
        },
        "decimals": {
          "description": "Number of decimal places; 0 for indivisible tokens.",
          "type": [
            "integer",
            "null"
          ]
        },
        "description": {
          "description": "Token description.",
          "type": [
            "string",
            "null"
          ]
        },
        "externalUrl": {
          "description": "URL of a page about the token.",
          "type": [
            "string",
            "null"
          ]
        },
        "imageUri": {
          "description": "URL of the token image.",
          "type": [
            "string",
            "null"
          ]
        },
        "mintedBlockNumber": {
          "description": "Number of the block in which the token was minted.",
          "type": [
            "integer",
            "null"
          ]
        },
        "mintedTimestamp": {
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
        "symbol": {
          "description": "Collection symbol.",
          "type": [
            "string",
            "null"
          ]
        }
      }
    }
  }
} as const;

const PageOfTransactions = {
  "title": "Page of transactions",
  "description": "A page of transactions and the cursor of the next page.",
  "type": "object",
  "required": [
    "transactions"
  ],
  "properties": {
    "cursor": {
      "$ref": "#/$defs/NextCursor"
    },
    "transactions": {
      "description": "Transactions in this page.",
      "type": "array",
      "items": {
        "$ref": "#/$defs/Transaction"
      }
    }
  },
  "$defs": {
    "NextCursor": NextCursor,
    "Transaction": {
      "title": "Transaction",
      "description": "A mined transaction.",
      "type": "object",
      "required": [
        "block_hash",
        "block_number",
        "block_timestamp",
        "from_address",
        "gas",
        "gas_price",
        "input",
        "nonce",
        "transaction_hash",
        "transaction_index",
        "transaction_type",
        "value"
      ],
      "properties": {
        "block_hash": {
          "description": "Hash of the block that contains the transaction.",
          "$ref": "#/$defs/HexText"
        },
        "block_number": {
          "description": "Number of the block that contains the transaction.",
          "type": "integer"
        },
        "block_timestamp": {
          "description": "Timestamp of the block that contains the transaction.",
          "$ref": "#/$defs/Timestamp"
        },
        "decoded": {
          "description": "Decoded form of the call in `input`; null if unknown. In the examples, JSON text with the method name and its arguments.",
          "type": [
            "string",
            "null"
          ]
        },
        "from_address": {
          "description": "Sender address.",
          "$ref": "#/$defs/HexText"
        },
        "gas": {
          "description": "Gas limit set by the sender, decimal in the examples.",
          "type": "string"
        },
        "gas_price": {
          "description": "Gas price, in wei and decimal in the examples. For EIP-1559 transactions, the effective price paid.",
          "type": "string"
        },
        "input": {
          "description": "Transaction input data; `0x` if empty.",
          "$ref": "#/$defs/HexText"
        },
        "max_fee_per_gas": {
          "description": "Maximum total fee per unit of gas, in wei and decimal in the examples; null unless the transaction uses EIP-1559 fees.",
          "type": [
            "string",
            "null"
          ]
        },
        "max_priority_fee_per_gas": {
          "description": "Maximum priority fee per unit of gas, in wei and decimal in the examples; null unless the transaction uses EIP-1559 fees.",
          "type": [
            "string",
            "null"
          ]
        },
        "nonce": {
          "description": "Number of transactions sent by the sender before this one, decimal in the examples.",
          "type": "string"
        },
        "to_address": {
          "description": "Recipient address; null for contract creation.",
          "$ref": "#/$defs/NullableHexText"
        },
        "transaction_hash": {
          "description": "Transaction hash.",
          "$ref": "#/$defs/HexText"
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
          "description": "Amount of native token transferred, in wei and decimal in the examples.",
          "type": "string"
        }
      }
    },
    "HexText": HexText,
    "Timestamp": {
      "description": "A UTC timestamp in ISO 8601, for example `2023-07-13T17:38:11Z`.",
      "type": "string",
      "format": "date-time",
      "pattern": "([Zz]|[+-]00:00)$"
    },
    "NullableHexText": {
      "description": "A hash, an address or bytes, or null; `0x`-prefixed hexadecimal in the examples.",
      "type": [
        "string",
        "null"
      ]
    }
  }
} as const;

/** Metadata of each operation: schemas, descriptions, examples and paging. */
export const operations: Readonly<Record<keyof AddressDataOperations, OperationDescription>> = {
  "getErc20Balances": {
    "id": "getErc20Balances",
    "area": "address-data",
    "method": "GET",
    "path": "/{chainName}/v1/address/{walletAddress}/balance/erc20",
    "summary": "List the ERC-20 balances of a wallet",
    "description": "Returns the ERC-20 balances of a wallet, one entry per token contract.\n\nWithout `contract-address`, the list contains every token that was transferred to or from the wallet in\na block that the deployment has indexed, except tokens with a zero balance. Tokens that have not moved\nsince the first indexed block are missing, even if the wallet holds them, until the deployment has read\ntheir balance.\n\nWith `contract-address`, the list contains that token even if its balance is zero, or nothing if the\ndeployment knows of no balance. `Chainkit-Coverage` tells what the list covers. A deployment that\nknows balances of the list but has read none of them may respond with 503 and `Retry-After` instead.\n",
    "deprecated": false,
    "params": {
      "type": "object",
      "properties": {
        "chainName": ChainName,
        "walletAddress": WalletAddress,
        "contract-address": {
          "type": "string",
          "description": "Token contract address to filter by, hexadecimal in either case.",
          "examples": [
            "0xb64ef51c888972c908cfacf59b47c1afbc0ab8ac"
          ]
        },
        "cursor": Cursor,
        "limit": Limit
      },
      "required": [
        "chainName",
        "walletAddress"
      ],
      "additionalProperties": false
    },
    "places": GetErc20BalancesPlaces,
    "clientOptions": [],
    "examples": [
      {
        "chainName": "ethereum",
        "walletAddress": "0x6cc5f688a315f3dc28a7781717a9a798a59fda7b"
      }
    ],
    "auth": "none",
    "safe": true,
    "idempotent": true,
    "pagination": {
      "cursorParameter": "cursor",
      "cursorField": "cursor",
      "itemsField": "erc20TokenBalances",
      "limitParameter": "limit",
      "itemKey": [
        "contract.address"
      ]
    },
    "result": PageOfERC20Balances,
    "responses": {
      "200": {
        "description": "A page of balances.",
        "mediaType": "application/json",
        "schema": PageOfERC20Balances,
        "examples": {
          "firstPage": {
            "cursor": "AQEN3lkAsW0Zk3p7wQ4",
            "erc20TokenBalances": [
              {
                "balance": "336195.56004956",
                "raw_balance": "336195560049560000000000",
                "contract": {
                  "address": "0x4f9254c83eb525f9fcf346490bbb3ed28a81c667",
                  "decimals": 18,
                  "erc_type": "ERC20",
                  "logoUri": null,
                  "name": "CelerToken",
                  "symbol": "CELR"
                }
              },
              {
                "balance": "121399.99",
                "raw_balance": "121399990000000000000000",
                "contract": {
                  "address": "0xf629cbd94d3791c9250152bd8dfbdf380e2a3b9c",
                  "decimals": 18,
                  "erc_type": "ERC20",
                  "logoUri": null,
                  "name": "Enjin Coin",
                  "symbol": "ENJ"
                }
              }
            ],
            "resultCount": 2
          },
          "lastPage": ExamplesLastPage,
          "filtered": ExamplesLastPage
        }
      },
      "400": {
        "description": "Invalid parameter.",
        "mediaType": "application/problem+json",
        "schema": Problem,
        "examples": {
          "invalidLimit": {
            "type": "/problems/invalid-parameter",
            "title": "Invalid parameter",
            "status": 400,
            "detail": "One parameter is invalid.",
            "instance": "/ethereum/v1/address/0x6cc5f688a315f3dc28a7781717a9a798a59fda7b/balance/erc20?limit=500",
            "errors": [
              {
                "parameter": "limit",
                "reason": "must be an integer from 1 to 100"
              }
            ]
          },
          "invalidCursor": {
            "type": "/problems/invalid-parameter",
            "title": "Invalid parameter",
            "status": 400,
            "detail": "One parameter is invalid.",
            "instance": "/ethereum/v1/address/0x6cc5f688a315f3dc28a7781717a9a798a59fda7b/balance/erc20?cursor=abc",
            "errors": [
              {
                "parameter": "cursor",
                "reason": "is not a cursor of this listing"
              }
            ]
          }
        }
      },
      "404": {
        "description": "Chain not served by this deployment.",
        "mediaType": "application/problem+json",
        "schema": Problem,
        "examples": {
          "unknownChain": {
            "type": "/problems/chain-not-served",
            "title": "Chain not served",
            "status": 404,
            "detail": "The chain nochain is not served here.",
            "instance": "/nochain/v1/address/0x6cc5f688a315f3dc28a7781717a9a798a59fda7b/balance/erc20"
          }
        }
      },
      "429": Responses429,
      "500": Responses500
    }
  },
  "getErc721Balances": {
    "id": "getErc721Balances",
    "area": "address-data",
    "method": "GET",
    "path": "/{chainName}/v1/address/{walletAddress}/balance/erc721",
    "summary": "List the ERC-721 balances of a wallet",
    "description": "Returns the ERC-721 tokens held by a wallet, one entry per token.\n\nWith or without `contract-address`, the list contains every token whose last transfer in an indexed block\nwas to the wallet. Tokens that have not moved since the first indexed block are missing, even if the wallet\nholds them.\n",
    "deprecated": false,
    "params": {
      "type": "object",
      "properties": {
        "chainName": ChainName,
        "walletAddress": {
          "type": "string",
          "description": "Wallet address, hexadecimal in either case.",
          "examples": [
            "0x2898986ec14d61b7a89f3a5a7e3fc6ee31f59aca"
          ]
        },
        "contract-address": {
          "type": "string",
          "description": "Collection contract address to filter by, hexadecimal in either case.",
          "examples": [
            "0x9a7a85e390f07d3802bebaafe090c3b789aabb1b"
          ]
        },
        "cursor": Cursor,
        "limit": Limit
      },
      "required": [
        "chainName",
        "walletAddress"
      ],
      "additionalProperties": false
    },
    "places": GetErc20BalancesPlaces,
    "clientOptions": [],
    "examples": [
      {
        "chainName": "ethereum",
        "walletAddress": "0x2898986ec14d61b7a89f3a5a7e3fc6ee31f59aca"
      }
    ],
    "auth": "none",
    "safe": true,
    "idempotent": true,
    "pagination": {
      "cursorParameter": "cursor",
      "cursorField": "cursor",
      "itemsField": "erc721TokenBalances",
      "limitParameter": "limit",
      "itemKey": [
        "address",
        "tokenId"
      ]
    },
    "result": PageOfERC721Balances,
    "responses": {
      "200": {
        "description": "A page of balances.",
        "mediaType": "application/json",
        "schema": PageOfERC721Balances,
        "examples": {
          "firstPage": {
            "cursor": "AQEN3lkAsW0Zk3p7wQ4",
            "erc721TokenBalances": [
              {
                "address": "0x9a7a85e390f07d3802bebaafe090c3b789aabb1b",
                "balance": "1",
                "ercType": "ERC721",
                "tokenId": "471",
                "tokenUri": null,
                "metadata": Erc721TokenBalancesMetadata
              },
              {
                "address": "0x9a7a85e390f07d3802bebaafe090c3b789aabb1b",
                "balance": "1",
                "ercType": "ERC721",
                "tokenId": "470",
                "tokenUri": null,
                "metadata": Erc721TokenBalancesMetadata
              }
            ],
            "resultCount": 2
          },
          "lastPage": {
            "cursor": null,
            "erc721TokenBalances": [
              {
                "address": "0x9a7a85e390f07d3802bebaafe090c3b789aabb1b",
                "balance": "1",
                "ercType": "ERC721",
                "tokenId": "469",
                "tokenUri": null,
                "metadata": Erc721TokenBalancesMetadata
              }
            ],
            "resultCount": 1
          }
        }
      },
      "400": {
        "description": "Invalid parameter.",
        "mediaType": "application/problem+json",
        "schema": Problem,
        "examples": {
          "invalidLimit": {
            "type": "/problems/invalid-parameter",
            "title": "Invalid parameter",
            "status": 400,
            "detail": "One parameter is invalid.",
            "instance": "/ethereum/v1/address/0x2898986ec14d61b7a89f3a5a7e3fc6ee31f59aca/balance/erc721?limit=500",
            "errors": [
              {
                "parameter": "limit",
                "reason": "must be an integer from 1 to 100"
              }
            ]
          },
          "invalidCursor": {
            "type": "/problems/invalid-parameter",
            "title": "Invalid parameter",
            "status": 400,
            "detail": "One parameter is invalid.",
            "instance": "/ethereum/v1/address/0x2898986ec14d61b7a89f3a5a7e3fc6ee31f59aca/balance/erc721?cursor=abc",
            "errors": [
              {
                "parameter": "cursor",
                "reason": "is not a cursor of this listing"
              }
            ]
          }
        }
      },
      "404": {
        "description": "Chain not served by this deployment.",
        "mediaType": "application/problem+json",
        "schema": Problem,
        "examples": {
          "unknownChain": {
            "type": "/problems/chain-not-served",
            "title": "Chain not served",
            "status": 404,
            "detail": "The chain nochain is not served here.",
            "instance": "/nochain/v1/address/0x2898986ec14d61b7a89f3a5a7e3fc6ee31f59aca/balance/erc721"
          }
        }
      },
      "429": Responses429,
      "500": Responses500
    }
  },
  "getAddressTransactions": {
    "id": "getAddressTransactions",
    "area": "address-data",
    "method": "GET",
    "path": "/{chainName}/v1/address/{walletAddress}/transactions",
    "summary": "List the transactions of a wallet",
    "description": "Returns the transactions sent or received by a wallet.",
    "deprecated": false,
    "params": {
      "type": "object",
      "properties": {
        "chainName": ChainName,
        "walletAddress": WalletAddress,
        "cursor": Cursor,
        "limit": Limit
      },
      "required": [
        "chainName",
        "walletAddress"
      ],
      "additionalProperties": false
    },
    "places": {
      "chainName": "path",
      "walletAddress": "path",
      "cursor": "query",
      "limit": "query"
    },
    "clientOptions": [],
    "examples": [
      {
        "chainName": "ethereum",
        "walletAddress": "0x6cc5f688a315f3dc28a7781717a9a798a59fda7b"
      }
    ],
    "auth": "none",
    "safe": true,
    "idempotent": true,
    "pagination": GetAddressTransactionsPagination,
    "result": PageOfTransactions,
    "responses": {
      "200": {
        "description": "A page of transactions.",
        "mediaType": "application/json",
        "schema": PageOfTransactions,
        "examples": {
          "firstPage": {
            "cursor": "AQEN3lkAsW0Zk3p7wQ4",
            "transactions": [
              {
                "block_hash": "0x197c1d85de35d84353f8461c556e74fbe37c6cadce2c7a4fca989aecff4b715f",
                "block_number": 17686121,
                "block_timestamp": "2023-07-13T17:40:23Z",
                "decoded": "{\"method\":\"transfer\",\"arguments\":{\"to\":\"0x5a0c3faebc2c8932129b12250b20a3ef5fd268ce\",\"value\":\"48510690000000000000000\"}}",
                "from_address": "0x6cc5f688a315f3dc28a7781717a9a798a59fda7b",
                "gas": "420000",
                "gas_price": "77277759842",
                "input": "0xa9059cbb0000000000000000000000005a0c3faebc2c8932129b12250b20a3ef5fd268ce000000000000000000000000000000000000000000000a45c50fee59563d0000",
                "max_fee_per_gas": "400000000000",
                "max_priority_fee_per_gas": "12000000000",
                "nonce": "2497272",
                "to_address": "0x0f5d2fb29fb7d3cfee444a200298f468908cc942",
                "transaction_hash": "0x74b5d6c4165403151b2532b064834d2b68068eb8f7df277e860ccd075cc9a523",
                "transaction_index": 43,
                "transaction_type": 2,
                "value": "0"
              },
              {
                "block_hash": "0xf5e78703ad44604eeaa0072ca0d40aab1769ffc788645cbcfc749617debf0d38",
                "block_number": 17686120,
                "block_timestamp": "2023-07-13T17:40:11Z",
                "decoded": "{\"method\":\"transfer\",\"arguments\":{\"to\":\"0x33eb9612723961b62d409fc756cf763008de4a39\",\"value\":\"479842175630000000000\"}}",
                "from_address": "0x6cc5f688a315f3dc28a7781717a9a798a59fda7b",
                "gas": "420000",
                "gas_price": "71350089978",
                "input": "0xa9059cbb00000000000000000000000033eb9612723961b62d409fc756cf763008de4a3900000000000000000000000000000000000000000000001a0325dc6c34c00c00",
                "max_fee_per_gas": "400000000000",
                "max_priority_fee_per_gas": "12000000000",
                "nonce": "2497271",
                "to_address": "0x1f9840a85d5af5bf1d1762f925bdaddc4201f984",
                "transaction_hash": "0x2155010af95111fc9e4dc8d5d5fb1d7bd8279567ee08a48280dd18ae484ebb55",
                "transaction_index": 48,
                "transaction_type": 2,
                "value": "0"
              }
            ]
          },
          "lastPage": {
            "cursor": null,
            "transactions": [
              {
                "block_hash": "0x8ceca376c352d51ed45c9bd974dc7c00d62425c839aa900df8d105f60fa2e78d",
                "block_number": 17686115,
                "block_timestamp": "2023-07-13T17:39:11Z",
                "decoded": "{\"method\":\"transfer\",\"arguments\":{\"to\":\"0x294f59869ae8926f80df198c2da24aafc63e1580\",\"value\":\"4062151670400000000000\"}}",
                "from_address": "0x6cc5f688a315f3dc28a7781717a9a798a59fda7b",
                "gas": "420000",
                "gas_price": "56497813106",
                "input": "0xa9059cbb000000000000000000000000294f59869ae8926f80df198c2da24aafc63e15800000000000000000000000000000000000000000000000dc35adce06dfa90000",
                "max_fee_per_gas": "400000000000",
                "max_priority_fee_per_gas": "6000000000",
                "nonce": "2497270",
                "to_address": "0x2dff88a56767223a5529ea5960da7a3f5f766406",
                "transaction_hash": "0x03ae3ed4f8971f927d54d73b6c2c6d053f01a247c1978f23d9c2a208258667b7",
                "transaction_index": 25,
                "transaction_type": 2,
                "value": "0"
              }
            ]
          }
        }
      },
      "400": {
        "description": "Invalid parameter.",
        "mediaType": "application/problem+json",
        "schema": Problem,
        "examples": {
          "invalidLimit": {
            "type": "/problems/invalid-parameter",
            "title": "Invalid parameter",
            "status": 400,
            "detail": "One parameter is invalid.",
            "instance": "/ethereum/v1/address/0x6cc5f688a315f3dc28a7781717a9a798a59fda7b/transactions?limit=500",
            "errors": [
              {
                "parameter": "limit",
                "reason": "must be an integer from 1 to 100"
              }
            ]
          },
          "invalidCursor": {
            "type": "/problems/invalid-parameter",
            "title": "Invalid parameter",
            "status": 400,
            "detail": "One parameter is invalid.",
            "instance": "/ethereum/v1/address/0x6cc5f688a315f3dc28a7781717a9a798a59fda7b/transactions?cursor=abc",
            "errors": [
              {
                "parameter": "cursor",
                "reason": "is not a cursor of this listing"
              }
            ]
          }
        }
      },
      "404": {
        "description": "Chain not served by this deployment.",
        "mediaType": "application/problem+json",
        "schema": Problem,
        "examples": {
          "unknownChain": {
            "type": "/problems/chain-not-served",
            "title": "Chain not served",
            "status": 404,
            "detail": "The chain nochain is not served here.",
            "instance": "/nochain/v1/address/0x6cc5f688a315f3dc28a7781717a9a798a59fda7b/transactions"
          }
        }
      },
      "429": Responses429,
      "500": Responses500
    }
  },
  "getBlockTransactions": {
    "id": "getBlockTransactions",
    "area": "address-data",
    "method": "GET",
    "path": "/{chainName}/v1/block/{blockNumber}/transactions",
    "summary": "List the transactions of a block",
    "description": "Returns the transactions of a block.",
    "deprecated": false,
    "params": {
      "type": "object",
      "properties": {
        "chainName": ChainName,
        "blockNumber": {
          "type": "integer",
          "description": "Block number.",
          "examples": [
            17686112
          ]
        },
        "cursor": Cursor,
        "limit": Limit
      },
      "required": [
        "chainName",
        "blockNumber"
      ],
      "additionalProperties": false
    },
    "places": {
      "chainName": "path",
      "blockNumber": "path",
      "cursor": "query",
      "limit": "query"
    },
    "clientOptions": [],
    "examples": [
      {
        "chainName": "ethereum",
        "blockNumber": 17686112
      }
    ],
    "auth": "none",
    "safe": true,
    "idempotent": true,
    "pagination": GetAddressTransactionsPagination,
    "result": PageOfTransactions,
    "responses": {
      "200": {
        "description": "A page of transactions.",
        "mediaType": "application/json",
        "schema": PageOfTransactions,
        "examples": {
          "firstPage": {
            "cursor": "AQEN3lkAsW0Zk3p7wQ4",
            "transactions": [
              {
                "block_hash": "0x8873a33f4687bce738171f486cce04ffe060cd0b71b15fe83e047e2815253f7c",
                "block_number": 17686112,
                "block_timestamp": "2023-07-13T17:38:35Z",
                "decoded": null,
                "from_address": "0xdafea492d9c6733ae3d56b7ed1adb60692c98bc5",
                "gas": "21000",
                "gas_price": "48532541455",
                "input": "0x",
                "max_fee_per_gas": "48532541455",
                "max_priority_fee_per_gas": "0",
                "nonce": "389378",
                "to_address": "0x4e9cc05f7f944d618de85396e669922c2cf6813e",
                "transaction_hash": "0xb42ccc3d43c3c29d17a727a6ee49819d162886e1b4ff08b4117f9878b77721e2",
                "transaction_index": 132,
                "transaction_type": 2,
                "value": "65493524929710789"
              },
              {
                "block_hash": "0x8873a33f4687bce738171f486cce04ffe060cd0b71b15fe83e047e2815253f7c",
                "block_number": 17686112,
                "block_timestamp": "2023-07-13T17:38:35Z",
                "decoded": null,
                "from_address": "0x0aa0ec854b681e6f084ac3a2bb82aee2d61799ae",
                "gas": "21000",
                "gas_price": "48572541456",
                "input": "0x",
                "max_fee_per_gas": "60241181128",
                "max_priority_fee_per_gas": "40000001",
                "nonce": "25",
                "to_address": "0xab648498c70d3c88949fa53d8d800d3ae69e40ae",
                "transaction_hash": "0x88cf7d1a595ed8cd8e2eea4325763f0033f280ade61c91049c5ae6f1b568fda5",
                "transaction_index": 131,
                "transaction_type": 2,
                "value": "26476266165815553"
              }
            ]
          },
          "lastPage": {
            "cursor": null,
            "transactions": [
              {
                "block_hash": "0x8873a33f4687bce738171f486cce04ffe060cd0b71b15fe83e047e2815253f7c",
                "block_number": 17686112,
                "block_timestamp": "2023-07-13T17:38:35Z",
                "decoded": null,
                "from_address": "0x1c09a10047fcc944efde9226e259eddfde2c1cf0",
                "gas": "200000",
                "gas_price": "48532541455",
                "input": "0x00000006000000000000000000000000000000000000000000000005687bd8cf70e807bf0000000000000000000000000000000000000000000000000000002dce7278a50000000000000000000000000000000000000000000000000000000064b0369c",
                "max_fee_per_gas": "48532541455",
                "max_priority_fee_per_gas": "0",
                "nonce": "8017",
                "to_address": "0xd7f3fbe8c72a961a5515203eada59750437fa762",
                "transaction_hash": "0xa5ce054beae43d160c414fc7eda84b8e6cb2769f5c67605ca2e12175534e0d6d",
                "transaction_index": 0,
                "transaction_type": 2,
                "value": "9390650266430445"
              }
            ]
          }
        }
      },
      "400": {
        "description": "Invalid parameter.",
        "mediaType": "application/problem+json",
        "schema": Problem,
        "examples": {
          "invalidLimit": {
            "type": "/problems/invalid-parameter",
            "title": "Invalid parameter",
            "status": 400,
            "detail": "One parameter is invalid.",
            "instance": "/ethereum/v1/block/17686112/transactions?limit=500",
            "errors": [
              {
                "parameter": "limit",
                "reason": "must be an integer from 1 to 100"
              }
            ]
          },
          "invalidCursor": {
            "type": "/problems/invalid-parameter",
            "title": "Invalid parameter",
            "status": 400,
            "detail": "One parameter is invalid.",
            "instance": "/ethereum/v1/block/17686112/transactions?cursor=abc",
            "errors": [
              {
                "parameter": "cursor",
                "reason": "is not a cursor of this listing"
              }
            ]
          }
        }
      },
      "404": {
        "description": "Block not found, or chain not served by this deployment.",
        "mediaType": "application/problem+json",
        "schema": Problem,
        "examples": {
          "unknownBlock": {
            "type": "/problems/not-found",
            "title": "Not found",
            "status": 404,
            "detail": "There is no block 999999999 of ethereum.",
            "instance": "/ethereum/v1/block/999999999/transactions"
          }
        }
      },
      "429": Responses429,
      "500": Responses500
    }
  },
  "getLatestTransactions": {
    "id": "getLatestTransactions",
    "area": "address-data",
    "method": "GET",
    "path": "/{chainName}/v1/transactions",
    "summary": "List the latest transactions of a chain",
    "description": "Returns the latest transactions of a blockchain.",
    "deprecated": false,
    "params": {
      "type": "object",
      "properties": {
        "chainName": ChainName,
        "cursor": Cursor,
        "limit": Limit
      },
      "required": [
        "chainName"
      ],
      "additionalProperties": false
    },
    "places": {
      "chainName": "path",
      "cursor": "query",
      "limit": "query"
    },
    "clientOptions": [],
    "examples": [
      {
        "chainName": "ethereum"
      }
    ],
    "auth": "none",
    "safe": true,
    "idempotent": true,
    "pagination": GetAddressTransactionsPagination,
    "result": PageOfTransactions,
    "responses": {
      "200": {
        "description": "A page of transactions.",
        "mediaType": "application/json",
        "schema": PageOfTransactions,
        "examples": {
          "firstPage": {
            "cursor": "AQEN3lkAsW0Zk3p7wQ4",
            "transactions": [
              {
                "block_hash": "0x197c1d85de35d84353f8461c556e74fbe37c6cadce2c7a4fca989aecff4b715f",
                "block_number": 17686121,
                "block_timestamp": "2023-07-13T17:40:23Z",
                "decoded": "{\"method\":\"transfer\",\"arguments\":{\"to\":\"0x1485037316da9d0158fa5336d2212e3b57366361\",\"value\":\"78340362\"}}",
                "from_address": "0x27899fface558bde9f284ba5c8c91ec79ee60fd6",
                "gas": "46109",
                "gas_price": "65327759843",
                "input": "0xa9059cbb0000000000000000000000001485037316da9d0158fa5336d2212e3b573663610000000000000000000000000000000000000000000000000000000004ab610a",
                "max_fee_per_gas": "120200179956",
                "max_priority_fee_per_gas": "50000001",
                "nonce": "90005",
                "to_address": "0xdac17f958d2ee523a2206206994597c13d831ec7",
                "transaction_hash": "0x1f15ee7ce79fc29835c8ada946836507ded0d30cca26ffa7772d9a7fa40af0fa",
                "transaction_index": 222,
                "transaction_type": 2,
                "value": "0"
              },
              {
                "block_hash": "0x197c1d85de35d84353f8461c556e74fbe37c6cadce2c7a4fca989aecff4b715f",
                "block_number": 17686121,
                "block_timestamp": "2023-07-13T17:40:23Z",
                "decoded": "{\"method\":\"approve\",\"arguments\":{\"spender\":\"0xa7ca2c8673bcfa5a26d8ceec2887f2cc2b0db22a\",\"value\":\"115792089237316195423570985008687907853269984665640564039457584007913129639935\"}}",
                "from_address": "0x5311edccd0985f9f1c8dd52d9fb5d5a35a383d23",
                "gas": "69826",
                "gas_price": "65327759843",
                "input": "0x095ea7b3000000000000000000000000a7ca2c8673bcfa5a26d8ceec2887f2cc2b0db22affffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff",
                "max_fee_per_gas": "71270107974",
                "max_priority_fee_per_gas": "50000001",
                "nonce": "14",
                "to_address": "0x95ad61b0a150d79219dcf64e1e6cc01f0b64c4ce",
                "transaction_hash": "0x9a0eb452f895e16060f84f2d0d51b1f0dd170de74389aca06aa6e46c3c780806",
                "transaction_index": 221,
                "transaction_type": 2,
                "value": "0"
              }
            ]
          },
          "lastPage": {
            "cursor": null,
            "transactions": [
              {
                "block_hash": "0x310a2806f56c3da6d1172b86d527f93ea9396d55ca614a79ebfe6d2b6a25625a",
                "block_number": 17686110,
                "block_timestamp": "2023-07-13T17:38:11Z",
                "decoded": "{\"method\":\"transfer\",\"arguments\":{\"to\":\"0xf45088a3a30a7fd2b798c2d25a2ec5285464202b\",\"value\":\"1172110561000000000000000000\"}}",
                "from_address": "0x75e89d5979e4f6fba9f97c104c2f0afb3f1dcb88",
                "gas": "145609",
                "gas_price": "61044226657",
                "input": "0xa9059cbb000000000000000000000000f45088a3a30a7fd2b798c2d25a2ec5285464202b000000000000000000000000000000000000000003c98c10d4db3a9c8ee40000",
                "max_fee_per_gas": null,
                "max_priority_fee_per_gas": null,
                "nonce": "3681435",
                "to_address": "0xfb66321d7c674995dfcc2cb67a30bc978dc862ad",
                "transaction_hash": "0x95a17b062eb32b6a5774fc2946c8fe3e7badd0c35120bbc866d26d47fdf11825",
                "transaction_index": 1,
                "transaction_type": 0,
                "value": "0"
              },
              {
                "block_hash": "0x310a2806f56c3da6d1172b86d527f93ea9396d55ca614a79ebfe6d2b6a25625a",
                "block_number": 17686110,
                "block_timestamp": "2023-07-13T17:38:11Z",
                "decoded": "{\"method\":\"transfer\",\"arguments\":{\"to\":\"0x243873cd7608470242d283050857fec93bf67b44\",\"value\":\"1994930000000000000000\"}}",
                "from_address": "0x75e89d5979e4f6fba9f97c104c2f0afb3f1dcb88",
                "gas": "89734",
                "gas_price": "61044226657",
                "input": "0xa9059cbb000000000000000000000000243873cd7608470242d283050857fec93bf67b4400000000000000000000000000000000000000000000006c253719686a050000",
                "max_fee_per_gas": null,
                "max_priority_fee_per_gas": null,
                "nonce": "3681434",
                "to_address": "0x6de037ef9ad2725eb40118bb1702ebb27e4aeb24",
                "transaction_hash": "0x12c79f1b435637f48e9dab6d1658d9a0db11180aea5fca342e4b79db6e97e164",
                "transaction_index": 0,
                "transaction_type": 0,
                "value": "0"
              }
            ]
          }
        }
      },
      "400": {
        "description": "Invalid parameter.",
        "mediaType": "application/problem+json",
        "schema": Problem,
        "examples": {
          "invalidLimit": {
            "type": "/problems/invalid-parameter",
            "title": "Invalid parameter",
            "status": 400,
            "detail": "One parameter is invalid.",
            "instance": "/ethereum/v1/transactions?limit=500",
            "errors": [
              {
                "parameter": "limit",
                "reason": "must be an integer from 1 to 100"
              }
            ]
          },
          "invalidCursor": {
            "type": "/problems/invalid-parameter",
            "title": "Invalid parameter",
            "status": 400,
            "detail": "One parameter is invalid.",
            "instance": "/ethereum/v1/transactions?cursor=abc",
            "errors": [
              {
                "parameter": "cursor",
                "reason": "is not a cursor of this listing"
              }
            ]
          }
        }
      },
      "404": {
        "description": "Chain not served by this deployment.",
        "mediaType": "application/problem+json",
        "schema": Problem,
        "examples": {
          "unknownChain": {
            "type": "/problems/chain-not-served",
            "title": "Chain not served",
            "status": 404,
            "detail": "The chain nochain is not served here.",
            "instance": "/nochain/v1/transactions"
          }
        }
      },
      "429": Responses429,
      "500": Responses500
    }
  }
};
