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
         * @description Returns one mined transaction, together with what its receipt says.
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
         * @description Returns one block, without its transactions.
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
         * @description Returns one non-fungible token with its owner and its metadata. An NFT whose metadata cannot be had is returned without it.
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
        /**
         * Transaction result
         * @description The transaction that was looked up.
         */
        TransactionResult: {
            transaction: components["schemas"]["Transaction"];
        };
        /**
         * Block result
         * @description The block that was looked up.
         */
        BlockResult: {
            block: components["schemas"]["Block"];
        };
        /**
         * NFT result
         * @description The NFT that was looked up.
         */
        NftResult: {
            nft: components["schemas"]["Nft"];
        };
        /**
         * Transaction
         * @description A mined transaction, together with what its receipt says.
         */
        Transaction: {
            /** @description Hash of the block that contains the transaction. */
            block_hash: components["schemas"]["Hex"];
            /** @description Number of the block that contains the transaction. */
            block_number: number;
            /** @description Timestamp of the block that contains the transaction. */
            block_timestamp: components["schemas"]["Timestamp"];
            /** @description Address of the contract that the transaction created; null if it created none. */
            contract_address?: components["schemas"]["NullableAddress"];
            /** @description Gas used in the block up to and including this transaction. */
            cumulative_gas_used: components["schemas"]["DecimalInteger"];
            /** @description Price paid per unit of gas, in wei. */
            effective_gas_price: components["schemas"]["DecimalInteger"];
            /** @description Address of the sender. */
            from_address: components["schemas"]["Address"];
            /** @description Gas limit that the sender set. */
            gas: components["schemas"]["DecimalInteger"];
            /** @description Gas price in wei. For a fee-market transaction, the price that was paid in the end. */
            gas_price: components["schemas"]["DecimalInteger"];
            /** @description Gas used by this transaction alone. */
            gas_used: components["schemas"]["DecimalInteger"];
            /** @description Data sent along with the transaction; `0x` if there is none. */
            input: components["schemas"]["Hex"];
            /** @description Fee paid for publishing the transaction on the parent chain; null where the chain has no such fee. */
            l1_fee?: string | null;
            /** @description Factor by which the chain scales the fee for the parent chain; null where the chain has none. */
            l1_fee_scalar?: string | null;
            /** @description Gas price on the parent chain that the fee was computed with; null where the chain has no such fee. */
            l1_gas_price?: string | null;
            /** @description Gas charged for publishing on the parent chain; null where the chain has no such fee. */
            l1_gas_used?: string | null;
            /** @description The most the sender would pay per unit of gas, in wei; null if the transaction does not use the fee market (EIP-1559). */
            max_fee_per_gas?: components["schemas"]["NullableDecimalInteger"];
            /** @description The most the sender would pay the block producer per unit of gas, in wei; null if the transaction does not use the fee market (EIP-1559). */
            max_priority_fee_per_gas?: components["schemas"]["NullableDecimalInteger"];
            /** @description How many transactions the sender had sent before this one. */
            nonce: components["schemas"]["DecimalInteger"];
            /** @description Outcome of the execution. The examples follow the receipt: 1 for success, 0 for a reverted transaction. Null for transactions older than this field. */
            status?: number | null;
            /** @description Address of the recipient; null if the transaction creates a contract. */
            to_address?: components["schemas"]["NullableAddress"];
            /** @description Hash of the transaction. */
            transaction_hash: components["schemas"]["Hash"];
            /** @description Position of the transaction in its block, from 0. */
            transaction_index: number;
            /** @description Type of the transaction envelope (EIP-2718), for example 0 for legacy and 2 for fee-market transactions. */
            transaction_type: number;
            /** @description Amount of the chain's native token transferred, in whole tokens. A JSON number is only an approximation of most amounts: compute with `value_raw`. */
            value: number;
            /** @description Amount of the chain's native token transferred, in wei, exact. */
            value_raw: components["schemas"]["DecimalInteger"];
        };
        /**
         * Block
         * @description The header of a block, its size and the number of its transactions.
         */
        Block: {
            /** @description Base fee per unit of gas, in wei; null for blocks without a fee market (EIP-1559). */
            base_fee_per_gas?: components["schemas"]["NullableDecimalInteger"];
            /** @description Difficulty of the block, in decimal in the examples; 0 under proof of stake. */
            difficulty: string;
            /** @description Free data that the block producer put into the header. */
            extra_data: components["schemas"]["Hex"];
            /** @description Most gas that the transactions of the block may use, in decimal in the examples. */
            gas_limit: string;
            /** @description Gas that the transactions of the block used, in decimal in the examples. */
            gas_used: string;
            /** @description Hash of the block. */
            hash: components["schemas"]["Hash"];
            /** @description Bloom filter over addresses and topics of the logs in the block. */
            logs_bloom: components["schemas"]["Hex"];
            /** @description Address that received the fees of the block. */
            miner: components["schemas"]["Address"];
            /** @description Proof-of-work nonce; zero bytes under proof of stake. */
            nonce: components["schemas"]["Hex"];
            /** @description Number of the block. */
            number: number;
            /** @description Hash of the preceding block. */
            parent_hash: components["schemas"]["Hash"];
            /** @description Root of the trie of receipts. */
            receipt_root: components["schemas"]["Hex"];
            /** @description Hash of the list of uncle headers. */
            sha3_uncles: components["schemas"]["Hex"];
            /** @description Size of the encoded block, in bytes. */
            size: number;
            /** @description Root of the state trie after the block. */
            state_root: components["schemas"]["Hex"];
            /** @description When the block was produced, as the header says. */
            timestamp: components["schemas"]["Timestamp"];
            /** @description Sum of the difficulties up to and including this block; null where it is not known, as nodes have stopped reporting it. */
            total_difficulty?: components["schemas"]["NullableDecimalInteger"];
            /** @description How many transactions the block contains. */
            transaction_count: number;
            /** @description Root of the trie of transactions. */
            transactions_root: components["schemas"]["Hex"];
            /** @description Root of the trie of withdrawals; null for blocks without withdrawals (EIP-4895). */
            withdrawals_root?: components["schemas"]["NullableHex"];
        };
        /**
         * NFT
         * @description A non-fungible token. Everything that comes from its metadata is null as long as the metadata is not known.
         */
        Nft: {
            /** @description Attributes as the metadata lists them, in whatever shape it uses. */
            attributes?: unknown[] | null;
            /** @description Description of the token, from its metadata. */
            description?: string | null;
            /** @description Address of a page about the token, from its metadata. */
            external_uri?: string | null;
            /** @description Address of the token's image, from its metadata. */
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
            /** @description Name of the token, or of its collection. */
            name?: string | null;
            /** @description Address of the owner; null if it is not known or the token has no single owner. */
            owner_address?: components["schemas"]["NullableAddress"];
            /** @description Label of the token standard, for example `ERC721`. */
            standard: string;
            /** @description Symbol of the collection. */
            symbol?: string | null;
            /** @description Address of the collection's contract. */
            token_address: components["schemas"]["Address"];
            /** @description Id of the token within the collection. */
            token_id: string;
            /** @description Where the metadata of the token lies, as the contract says. */
            token_uri?: string | null;
        };
        /** @description A 32-byte hash, `0x` and 64 hexadecimal digits. */
        Hash: `0x${string}`;
        /** @description A 20-byte address, `0x` and 40 hexadecimal digits. */
        Address: `0x${string}`;
        /** @description A 20-byte address, `0x` and 40 hexadecimal digits, or null. */
        NullableAddress: `0x${string}` | null;
        /** @description Bytes in hexadecimal, prefixed with `0x`. */
        Hex: `0x${string}`;
        /** @description Bytes in hexadecimal, prefixed with `0x`, or null. */
        NullableHex: `0x${string}` | null;
        /** @description A whole number of any size, in decimal digits. */
        DecimalInteger: string;
        /** @description A whole number of any size, in decimal digits, or null. */
        NullableDecimalInteger: string | null;
        /**
         * Format: date-time
         * @description An instant in UTC, in ISO 8601 form, for example `2023-07-13T17:38:11Z`.
         */
        Timestamp: string;
        /**
         * Invalid parameter
         * @description One refused parameter and the reason.
         */
        InvalidParameter: {
            /** @description The name of the parameter, as the request spells it. */
            parameter: string;
            /** @description The rule that its value breaks, for a person to read. */
            reason: string;
        };
        /**
         * Problem
         * @description An error as RFC 9457 describes it. Further members may be present.
         */
        Problem: {
            /**
             * Format: uri-reference
             * @description A URI reference naming the kind of problem. `about:blank` means that the HTTP status says it all.
             */
            type: string;
            /** @description A short name of the kind of problem, the same each time it occurs. */
            title: string;
            /** @description The HTTP status code of this response. */
            status: number;
            /** @description What went wrong this time, for a person to read. */
            detail?: string;
            /**
             * Format: uri-reference
             * @description A URI reference naming this occurrence, such as the path of the request.
             */
            instance?: string;
            /** @description The parameters that were refused. Present when the status is 400. */
            errors?: components["schemas"]["InvalidParameter"][];
        };
    };
    responses: {
        /** @description An API key was sent and is not accepted. */
        Unauthorized: {
            headers: {
                "WWW-Authenticate": components["headers"]["WwwAuthenticate"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description Too many requests; `Retry-After` says how long to wait. */
        TooManyRequests: {
            headers: {
                "Retry-After": components["headers"]["RetryAfter"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description The service failed; the request itself may be fine and can be repeated. */
        InternalServerError: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
    };
    parameters: {
        /**
         * @description Name of the blockchain.
         * @example ethereum
         */
        ChainName: "ethereum" | "apechain" | "arbitrum" | "avalanche" | "base" | "bsc" | "polygon";
    };
    requestBodies: never;
    headers: {
        /**
         * @description The authentication scheme that the service expects, as HTTP asks of every 401.
         * @example Bearer
         */
        WwwAuthenticate: string;
        /**
         * @description Whole seconds to wait before the next request. Intermediaries may replace it by an HTTP date; a client should understand both forms.
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
                 * @description Name of the blockchain.
                 * @example ethereum
                 */
                chain_name: components["parameters"]["ChainName"];
                /** @description Hash of the transaction, `0x` and 64 hexadecimal digits in either case. */
                transaction_hash: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The transaction. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TransactionResult"];
                };
            };
            /** @description A parameter is invalid. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            401: components["responses"]["Unauthorized"];
            /** @description The chain has no such transaction. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
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
                 * @description Name of the blockchain.
                 * @example ethereum
                 */
                chain_name: components["parameters"]["ChainName"];
                /** @description Decimal number of the block, or the word `latest` for the newest block that the service knows. */
                block_number: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The block. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BlockResult"];
                };
            };
            /** @description A parameter is invalid. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            401: components["responses"]["Unauthorized"];
            /** @description The chain has no such block yet. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
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
                 * @description Name of the blockchain.
                 * @example ethereum
                 */
                chain_name: components["parameters"]["ChainName"];
                /** @description Address of the collection's contract, `0x` and 40 hexadecimal digits in either case. */
                collection_address: string;
                /** @description Id of the token, unique within the collection. */
                token_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The NFT. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NftResult"];
                };
            };
            /** @description A parameter is invalid. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            401: components["responses"]["Unauthorized"];
            /** @description The chain has no such collection, or the collection no such token. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
        };
    };
}
