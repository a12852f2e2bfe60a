// Generated from chain-data.yaml: do not edit. Change the spec and run `generate`.

export interface paths {
    "/v2/{chain_name}/transactions/{transaction_hash}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Look up a transaction by hash
         * @description Returns a mined transaction with the fields of its receipt.
         */
        get: operations["getTransaction"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/{chain_name}/blocks/{block_number}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Look up a block by number
         * @description Returns a block without its transactions.
         */
        get: operations["getBlock"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/{chain_name}/collections/{collection_address}/nfts/{token_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Look up an NFT by token id
         * @description Returns a non-fungible token with its owner and metadata. If the metadata is unavailable, the token is returned without it.
         */
        get: operations["getNft"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        TransactionResult: TransactionResult;
        BlockResult: BlockResult;
        NftResult: NftResult;
        Transaction: Transaction;
        Block: Block;
        Nft: Nft;
        /** @description A 32-byte hash, `0x` followed by 64 hexadecimal digits. */
        Hash: `0x${string}`;
        /** @description A 20-byte address, `0x` followed by 40 hexadecimal digits. */
        Address: `0x${string}`;
        /** @description A 20-byte address, `0x` followed by 40 hexadecimal digits, or null. */
        NullableAddress: `0x${string}` | null;
        /** @description Bytes as `0x`-prefixed hexadecimal. */
        Hex: `0x${string}`;
        /** @description Bytes as `0x`-prefixed hexadecimal, or null. */
        NullableHex: `0x${string}` | null;
        /** @description An integer of arbitrary size, in decimal digits. */
        DecimalInteger: string;
        /** @description An integer of arbitrary size, in decimal digits, or null. */
        NullableDecimalInteger: string | null;
        /**
         * Format: date-time
         * @description A UTC timestamp in ISO 8601, for example `2023-07-13T17:38:11Z`.
         */
        Timestamp: string;
        InvalidParameter: InvalidParameter;
        Problem: Problem;
    };
    responses: {
        /** @description Invalid API key. */
        Unauthorized: {
            headers: {
                "WWW-Authenticate": components["headers"]["WwwAuthenticate"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": Problem;
            };
        };
        /** @description Rate limit exceeded. `Retry-After` gives the number of seconds to wait. */
        TooManyRequests: {
            headers: {
                "Retry-After": components["headers"]["RetryAfter"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": Problem;
            };
        };
        /** @description Internal error. The request itself may be valid and can be retried. */
        InternalServerError: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": Problem;
            };
        };
    };
    parameters: {
        /**
         * @description Blockchain name.
         * @example ethereum
         */
        ChainName: "ethereum" | "apechain" | "arbitrum" | "avalanche" | "base" | "bsc" | "polygon";
    };
    requestBodies: never;
    headers: {
        /**
         * @description How long caches may reuse the response. Content that a reorganisation can no longer change is valid for long; content of newer blocks, balances and NFTs for at most a second.
         * @example public, max-age=3600, s-maxage=604800
         */
        CacheControl: string;
        /**
         * @description Version of the response. A request with this value in `If-None-Match` receives 304 without a body as long as the response is unchanged.
         * @example "0.0x88cf7d1a595ed8cd8e2eea4325763f0033f280ade61c91049c5ae6f1b568fda5-1.0.0"
         */
        ETag: string;
        /**
         * @description Authentication scheme expected by the service, required by HTTP on every 401.
         * @example Bearer
         */
        WwwAuthenticate: string;
        /**
         * @description Which part of the chain the list, or the search for a record, covers, as a dictionary of structured fields (RFC 9651). `from` and `to` are the first and the latest block that were considered. `complete` is true only if nothing is missing up to `to`. A true `complete` requires that no balance is pending, and either that `from` is 0 or that the tokens received by the wallet before `from` are known. Token balances have three more members. `pending` is the number of balances of the wallet that are known but not read at the latest block. `unreadable` is the number of balances of the wallet whose contracts could not be read. Both numbers end at 1,000. `balances` is the block at which the balances hold. It is absent if a balance is pending or unreadable. A deployment makes no statement about an absent member. Without the header, it makes no statement at all. There may be further members.
         * @example from=17000000, to=17686121, complete=?0
         */
        Coverage: string;
        /**
         * @description Seconds to wait before the next request, as an integer. Intermediaries may replace it with an HTTP date; clients should accept both forms.
         * @example 1
         */
        RetryAfter: number;
    };
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    getTransaction: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Blockchain name.
                 * @example ethereum
                 */
                chain_name: components["parameters"]["ChainName"];
                /** @description Transaction hash, `0x` followed by 64 hexadecimal digits (case-insensitive). */
                transaction_hash: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The transaction. */
            200: {
                headers: {
                    "Cache-Control": components["headers"]["CacheControl"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": TransactionResult;
                };
            };
            /** @description Invalid parameter. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": Problem;
                };
            };
            401: components["responses"]["Unauthorized"];
            /** @description Transaction not found. */
            404: {
                headers: {
                    "Chainkit-Coverage": components["headers"]["Coverage"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": Problem;
                };
            };
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
        };
    };
    getBlock: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Blockchain name.
                 * @example ethereum
                 */
                chain_name: components["parameters"]["ChainName"];
                /** @description Block number in decimal, or `latest` for the newest block known to the service. */
                block_number: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The block. */
            200: {
                headers: {
                    "Cache-Control": components["headers"]["CacheControl"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": BlockResult;
                };
            };
            /** @description Invalid parameter. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": Problem;
                };
            };
            401: components["responses"]["Unauthorized"];
            /** @description Block not found. */
            404: {
                headers: {
                    "Chainkit-Coverage": components["headers"]["Coverage"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": Problem;
                };
            };
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
        };
    };
    getNft: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Blockchain name.
                 * @example ethereum
                 */
                chain_name: components["parameters"]["ChainName"];
                /** @description Contract address of the collection, `0x` followed by 40 hexadecimal digits (case-insensitive). */
                collection_address: string;
                /** @description Token id, unique within the collection. */
                token_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The NFT. */
            200: {
                headers: {
                    "Cache-Control": components["headers"]["CacheControl"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": NftResult;
                };
            };
            /** @description Invalid parameter. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": Problem;
                };
            };
            401: components["responses"]["Unauthorized"];
            /** @description Collection or token not found. */
            404: {
                headers: {
                    "Chainkit-Coverage": components["headers"]["Coverage"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": Problem;
                };
            };
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
        };
    };
}
/**
 * Transaction result
 * @description Result of a transaction lookup.
 */
export type TransactionResult = {
    transaction: Transaction;
};
/**
 * Block result
 * @description Result of a block lookup.
 */
export type BlockResult = {
    block: Block;
};
/**
 * NFT result
 * @description Result of an NFT lookup.
 */
export type NftResult = {
    nft: Nft;
};
/**
 * Transaction
 * @description A mined transaction with the fields of its receipt.
 */
export type Transaction = {
    /** @description Hash of the block that contains the transaction. */
    block_hash: `0x${string}`;
    /** @description Number of the block that contains the transaction. */
    block_number: number;
    /**
     * Format: date-time
     * @description Timestamp of the block that contains the transaction.
     */
    block_timestamp: string;
    /** @description Address of the contract created by the transaction; null if none was created. */
    contract_address?: `0x${string}` | null;
    /** @description Gas used in the block up to and including this transaction. */
    cumulative_gas_used: string;
    /** @description Price paid per unit of gas, in wei. */
    effective_gas_price: string;
    /** @description Sender address. */
    from_address: `0x${string}`;
    /** @description Gas limit set by the sender. */
    gas: string;
    /** @description Gas price in wei. For EIP-1559 transactions, the effective price paid. */
    gas_price: string;
    /** @description Gas used by this transaction alone. */
    gas_used: string;
    /** @description Transaction input data; `0x` if empty. */
    input: `0x${string}`;
    /** @description Fee for posting the transaction to the parent chain (L1); null on chains without an L1 fee. */
    l1_fee?: string | null;
    /** @description Scalar applied to the L1 fee; null on chains without one. */
    l1_fee_scalar?: string | null;
    /** @description L1 gas price used to compute the L1 fee; null on chains without an L1 fee. */
    l1_gas_price?: string | null;
    /** @description L1 gas charged for posting the transaction; null on chains without an L1 fee. */
    l1_gas_used?: string | null;
    /** @description Maximum total fee per unit of gas, in wei; null unless the transaction uses EIP-1559 fees. */
    max_fee_per_gas?: string | null;
    /** @description Maximum priority fee per unit of gas, in wei; null unless the transaction uses EIP-1559 fees. */
    max_priority_fee_per_gas?: string | null;
    /** @description Number of transactions sent by the sender before this one. */
    nonce: string;
    /** @description Execution status. The examples follow the receipt: 1 for success, 0 for a reverted transaction. Null for transactions that predate the field. */
    status?: number | null;
    /** @description Recipient address; null for contract creation. */
    to_address?: `0x${string}` | null;
    /** @description Transaction hash. */
    transaction_hash: `0x${string}`;
    /** @description Zero-based index of the transaction in its block. */
    transaction_index: number;
    /** @description Transaction type (EIP-2718), for example 0 for legacy and 2 for EIP-1559 transactions. */
    transaction_type: number;
    /** @description Amount of native token transferred, in whole tokens. As a JSON number it is usually rounded; use `value_raw` in computations. */
    value: number;
    /** @description Exact amount of native token transferred, in wei. */
    value_raw: string;
};
/**
 * Block
 * @description Block header with size and transaction count.
 */
export type Block = {
    /** @description Base fee per unit of gas, in wei; null for blocks without EIP-1559 fees. */
    base_fee_per_gas?: string | null;
    /** @description Block difficulty, decimal in the examples; 0 under proof of stake. */
    difficulty: string;
    /** @description Extra data set by the block producer. */
    extra_data: `0x${string}`;
    /** @description Gas limit of the block, decimal in the examples. */
    gas_limit: string;
    /** @description Gas used by all transactions in the block, decimal in the examples. */
    gas_used: string;
    /** @description Block hash. */
    hash: `0x${string}`;
    /** @description Bloom filter of the log addresses and topics in the block. */
    logs_bloom: `0x${string}`;
    /** @description Address of the block's fee recipient. */
    miner: `0x${string}`;
    /** @description Proof-of-work nonce; zero bytes under proof of stake. */
    nonce: `0x${string}`;
    /** @description Block number. */
    number: number;
    /** @description Hash of the parent block. */
    parent_hash: `0x${string}`;
    /** @description Root of the receipts trie. */
    receipt_root: `0x${string}`;
    /** @description Hash of the list of uncles. */
    sha3_uncles: `0x${string}`;
    /** @description Size of the encoded block, in bytes. */
    size: number;
    /** @description Root of the state trie after this block. */
    state_root: `0x${string}`;
    /**
     * Format: date-time
     * @description Block timestamp from the header.
     */
    timestamp: string;
    /** @description Total difficulty of the chain up to and including this block; null if unknown, since nodes no longer report it. */
    total_difficulty?: string | null;
    /** @description Number of transactions in the block. */
    transaction_count: number;
    /** @description Root of the transactions trie. */
    transactions_root: `0x${string}`;
    /** @description Root of the withdrawals trie; null for blocks without withdrawals (EIP-4895). */
    withdrawals_root?: `0x${string}` | null;
};
/**
 * NFT
 * @description A non-fungible token. Fields taken from its metadata are null while the metadata is unknown.
 */
export type Nft = {
    /** @description Attributes from the metadata, in the shape used there. */
    attributes?: unknown[] | null;
    /** @description Token description, from the metadata. */
    description?: string | null;
    /** @description URL of a page about the token, from the metadata. */
    external_uri?: string | null;
    /** @description URL of the token image, from the metadata. */
    image_uri?: string | null;
    /** @description URL of the collection's logo. */
    logo?: string | null;
    /** @description Number of the block in which the token was minted. */
    mint_block_number?: number | null;
    /**
     * Format: date-time
     * @description Timestamp of the block in which the token was minted, ISO 8601 in UTC.
     */
    mint_block_timestamp?: string | null;
    /** @description Name of the token or its collection. */
    name?: string | null;
    /** @description Owner address; null if unknown or if the token has no single owner. */
    owner_address?: `0x${string}` | null;
    /** @description Token standard, for example `ERC721`. */
    standard: string;
    /** @description Collection symbol. */
    symbol?: string | null;
    /** @description Contract address of the collection. */
    token_address: `0x${string}`;
    /** @description Token id within the collection. */
    token_id: string;
    /** @description Metadata URI reported by the contract. */
    token_uri?: string | null;
};
/**
 * Invalid parameter
 * @description A rejected parameter and the reason.
 */
export type InvalidParameter = {
    /** @description Parameter name, as spelled in the request. */
    parameter: string;
    /** @description Human-readable rule that the value violates. */
    reason: string;
};
/**
 * Problem
 * @description Problem details as defined by RFC 9457. Additional members may be present.
 */
export type Problem = {
    /**
     * Format: uri-reference
     * @description URI reference that identifies the kind of error. chainkit's service sends `/problems/<name>`, where a page at the same host describes it. Other deployments may send others; `about:blank` means that the HTTP status is sufficient.
     * @example /problems/invalid-parameter
     * @example /problems/invalid-token
     * @example /problems/not-found
     * @example /problems/chain-not-served
     * @example /problems/rate-limited
     * @example /problems/internal-error
     */
    type: string;
    /** @description Short summary of the problem type; the same for every occurrence. */
    title: string;
    /** @description HTTP status code of this response. */
    status: number;
    /** @description Human-readable explanation of this occurrence. */
    detail?: string;
    /**
     * Format: uri-reference
     * @description URI reference that identifies this occurrence, such as the request path.
     */
    instance?: string;
    /** @description Rejected parameters. Present when the status is 400. */
    errors?: InvalidParameter[];
};
