// Generated from address-data.yaml: do not edit. Change the spec and run `generate`.

export interface paths {
    "/{chainName}/v1/address/{walletAddress}/balance/erc20": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the ERC-20 balances of a wallet
         * @description Returns the ERC-20 tokens that a wallet holds, one entry per token contract, page by page.
         */
        get: operations["getErc20Balances"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/{chainName}/v1/address/{walletAddress}/balance/erc721": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the ERC-721 balances of a wallet
         * @description Returns the ERC-721 tokens that a wallet holds, one entry per token, page by page.
         */
        get: operations["getErc721Balances"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/{chainName}/v1/address/{walletAddress}/transactions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the transactions of a wallet
         * @description Returns the transactions that a wallet sent or received, page by page.
         */
        get: operations["getAddressTransactions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/{chainName}/v1/block/{blockNumber}/transactions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the transactions of a block
         * @description Returns the transactions of one block, page by page.
         */
        get: operations["getBlockTransactions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/{chainName}/v1/transactions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the latest transactions of a chain
         * @description Returns the latest transactions of a blockchain, page by page.
         */
        get: operations["getLatestTransactions"];
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
         * Page of ERC-20 balances
         * @description ERC-20 balances and where to go on.
         */
        Erc20BalancePage: {
            cursor?: components["schemas"]["NextCursor"];
            /** @description The balances of this page. */
            erc20TokenBalances: components["schemas"]["Erc20Balance"][];
            /** @description How many tokens this page has. */
            resultCount: number;
        };
        /**
         * Page of ERC-721 balances
         * @description ERC-721 balances and where to go on.
         */
        Erc721BalancePage: {
            cursor?: components["schemas"]["NextCursor"];
            /** @description The balances of this page. */
            erc721TokenBalances: components["schemas"]["Erc721Balance"][];
            /** @description How many NFTs this page has; equal to the page size. */
            resultCount: number;
        };
        /**
         * Page of transactions
         * @description Transactions and where to go on.
         */
        TransactionPage: {
            cursor?: components["schemas"]["NextCursor"];
            /** @description The transactions of this page. */
            transactions: components["schemas"]["Transaction"][];
        };
        /** @description Where the listing goes on: pass it as the `cursor` parameter to get the next page. Null or absent on the last page. */
        NextCursor: string | null;
        /**
         * Transaction
         * @description A mined transaction.
         */
        Transaction: {
            /** @description Hash of the block that contains the transaction. */
            block_hash: components["schemas"]["HexText"];
            /** @description Number of the block that contains the transaction. */
            block_number: number;
            /** @description Timestamp of the block that contains the transaction. */
            block_timestamp: components["schemas"]["Timestamp"];
            /** @description The call that `input` encodes, in readable form; null if it is not known. The examples hold JSON text with the name of the method and its arguments. */
            decoded?: string | null;
            /** @description Address of the sender. */
            from_address: components["schemas"]["HexText"];
            /** @description Gas limit that the sender set, in decimal in the examples. */
            gas: string;
            /** @description Gas price, in wei and decimal in the examples. For a fee-market transaction, the price that was paid in the end. */
            gas_price: string;
            /** @description Data sent along with the transaction; `0x` if there is none. */
            input: components["schemas"]["HexText"];
            /** @description The most the sender would pay per unit of gas, in wei and decimal in the examples; null if the transaction does not use the fee market (EIP-1559). */
            max_fee_per_gas?: string | null;
            /** @description The most the sender would pay the block producer per unit of gas, in wei and decimal in the examples; null if the transaction does not use the fee market (EIP-1559). */
            max_priority_fee_per_gas?: string | null;
            /** @description How many transactions the sender had sent before this one, in decimal in the examples. */
            nonce: string;
            /** @description Address of the recipient; null if the transaction creates a contract. */
            to_address?: components["schemas"]["NullableHexText"];
            /** @description Hash of the transaction. */
            transaction_hash: components["schemas"]["HexText"];
            /** @description Position of the transaction in its block, from 0. */
            transaction_index: number;
            /** @description Type of the transaction envelope (EIP-2718), for example 0 for legacy and 2 for fee-market transactions. */
            transaction_type: number;
            /** @description Amount of the chain's native token transferred, in wei and decimal in the examples. */
            value: string;
        };
        /**
         * ERC-20 balance
         * @description How much of one ERC-20 token a wallet holds.
         */
        Erc20Balance: {
            /** @description Balance in whole tokens: `raw_balance` divided by 10 to the power of the contract's `decimals`, exact, without trailing zeros in the examples. */
            balance: string;
            /** @description Balance in the token's smallest unit, in decimal in the examples. */
            raw_balance: string;
            contract: components["schemas"]["Erc20Contract"];
        };
        /**
         * ERC-20 contract
         * @description The contract of a token. What the contract does not tell about itself is null.
         */
        Erc20Contract: {
            /** @description Address of the contract. */
            address: components["schemas"]["HexText"];
            /** @description How many decimal places the token has; null if the contract does not tell. */
            decimals?: number | null;
            /** @description Label of the token standard, for example `ERC20`. */
            erc_type: string;
            /** @description Address of the token's logo; null if there is none. */
            logoUri?: string | null;
            /** @description Name of the token; null if the contract does not tell. */
            name?: string | null;
            /** @description Symbol of the token; null if the contract does not tell. */
            symbol?: string | null;
        };
        /**
         * ERC-721 balance
         * @description One ERC-721 token that a wallet holds.
         */
        Erc721Balance: {
            /** @description Address of the collection's contract. */
            address: components["schemas"]["HexText"];
            /** @description How many of this token the wallet holds; an ERC-721 token exists once. */
            balance: string;
            /** @description Label of the token standard, for example `ERC721`. */
            ercType: string;
            /** @description Id of the token within the collection. */
            tokenId: string;
            /** @description Where the metadata of the token lies, as the contract says; null if unknown. */
            tokenUri?: string | null;
            metadata?: components["schemas"]["Erc721Metadata"];
        };
        /**
         * ERC-721 metadata
         * @description What is known about a token beyond its id. Null, or with null fields, as long as the metadata is not known.
         */
        Erc721Metadata: {
            /** @description Attributes of the token as one string; JSON text in the examples. */
            attributes?: string | null;
            /** @description How many decimal places the token has; 0 for tokens that cannot be divided. */
            decimals?: number | null;
            /** @description Description of the token. */
            description?: string | null;
            /** @description Address of a page about the token. */
            externalUrl?: string | null;
            /** @description Address of the token's image. */
            imageUri?: string | null;
            /** @description Number of the block in which the token was minted. */
            mintedBlockNumber?: number | null;
            /**
             * Format: date-time
             * @description Timestamp of the block in which the token was minted, ISO 8601 in UTC.
             */
            mintedTimestamp?: string | null;
            /** @description Name of the token, or of its collection. */
            name?: string | null;
            /** @description Symbol of the collection. */
            symbol?: string | null;
        } | null;
        /** @description A hash, an address or bytes; hexadecimal with the prefix `0x` in the examples. */
        HexText: `0x${string}`;
        /** @description A hash, an address or bytes, or null; hexadecimal with the prefix `0x` in the examples. */
        NullableHexText: `0x${string}` | null;
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
        /**
         * Format: date-time
         * @description An instant in UTC, in ISO 8601 form, for example `2023-07-13T17:38:11Z`.
         */
        Timestamp: string;
    };
    responses: {
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
         * @description Name of the blockchain, for example `ethereum`, `polygon` or `bsc`. A deployment may serve others.
         * @example ethereum
         */
        ChainName: string;
        /**
         * @description Address of the wallet.
         * @example 0x6cc5f688a315f3dc28a7781717a9a798a59fda7b
         */
        WalletAddress: string;
        /**
         * @description Where to go on: the `cursor` of the page before. Leave it out to get the first page. It is opaque, and belongs to the listing that returned it.
         * @example AQEN3lkAsW0Zk3p7wQ4
         */
        Cursor: string;
        /**
         * @description How many records a page may have at most. Null, which means the default, is sent by leaving the parameter out; an empty `limit=` means the same, the text `null` is invalid.
         * @example 2
         */
        Limit: number | null;
    };
    requestBodies: never;
    headers: {
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
    getErc20Balances: {
        parameters: {
            query?: {
                /** @description Address of a token contract; the page then has the balances of this one only. */
                "contract-address"?: string;
                /**
                 * @description Where to go on: the `cursor` of the page before. Leave it out to get the first page. It is opaque, and belongs to the listing that returned it.
                 * @example AQEN3lkAsW0Zk3p7wQ4
                 */
                cursor?: components["parameters"]["Cursor"];
                /**
                 * @description How many records a page may have at most. Null, which means the default, is sent by leaving the parameter out; an empty `limit=` means the same, the text `null` is invalid.
                 * @example 2
                 */
                limit?: components["parameters"]["Limit"];
            };
            header?: never;
            path: {
                /**
                 * @description Name of the blockchain, for example `ethereum`, `polygon` or `bsc`. A deployment may serve others.
                 * @example ethereum
                 */
                chainName: components["parameters"]["ChainName"];
                /**
                 * @description Address of the wallet.
                 * @example 0x6cc5f688a315f3dc28a7781717a9a798a59fda7b
                 */
                walletAddress: components["parameters"]["WalletAddress"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of balances. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Erc20BalancePage"];
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
            /** @description The service does not serve this chain. */
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
    getErc721Balances: {
        parameters: {
            query?: {
                /**
                 * @description Address of a collection; the page then has the balances of this one only.
                 * @example 0x9a7a85e390f07d3802bebaafe090c3b789aabb1b
                 */
                "contract-address"?: string;
                /**
                 * @description Where to go on: the `cursor` of the page before. Leave it out to get the first page. It is opaque, and belongs to the listing that returned it.
                 * @example AQEN3lkAsW0Zk3p7wQ4
                 */
                cursor?: components["parameters"]["Cursor"];
                /**
                 * @description How many records a page may have at most. Null, which means the default, is sent by leaving the parameter out; an empty `limit=` means the same, the text `null` is invalid.
                 * @example 2
                 */
                limit?: components["parameters"]["Limit"];
            };
            header?: never;
            path: {
                /**
                 * @description Name of the blockchain, for example `ethereum`, `polygon` or `bsc`. A deployment may serve others.
                 * @example ethereum
                 */
                chainName: components["parameters"]["ChainName"];
                /**
                 * @description Address of the wallet.
                 * @example 0x2898986ec14d61b7a89f3a5a7e3fc6ee31f59aca
                 */
                walletAddress: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of balances. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Erc721BalancePage"];
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
            /** @description The service does not serve this chain. */
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
    getAddressTransactions: {
        parameters: {
            query?: {
                /**
                 * @description Where to go on: the `cursor` of the page before. Leave it out to get the first page. It is opaque, and belongs to the listing that returned it.
                 * @example AQEN3lkAsW0Zk3p7wQ4
                 */
                cursor?: components["parameters"]["Cursor"];
                /**
                 * @description How many records a page may have at most. Null, which means the default, is sent by leaving the parameter out; an empty `limit=` means the same, the text `null` is invalid.
                 * @example 2
                 */
                limit?: components["parameters"]["Limit"];
            };
            header?: never;
            path: {
                /**
                 * @description Name of the blockchain, for example `ethereum`, `polygon` or `bsc`. A deployment may serve others.
                 * @example ethereum
                 */
                chainName: components["parameters"]["ChainName"];
                /**
                 * @description Address of the wallet.
                 * @example 0x6cc5f688a315f3dc28a7781717a9a798a59fda7b
                 */
                walletAddress: components["parameters"]["WalletAddress"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of transactions. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TransactionPage"];
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
            /** @description The service does not serve this chain. */
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
    getBlockTransactions: {
        parameters: {
            query?: {
                /**
                 * @description Where to go on: the `cursor` of the page before. Leave it out to get the first page. It is opaque, and belongs to the listing that returned it.
                 * @example AQEN3lkAsW0Zk3p7wQ4
                 */
                cursor?: components["parameters"]["Cursor"];
                /**
                 * @description How many records a page may have at most. Null, which means the default, is sent by leaving the parameter out; an empty `limit=` means the same, the text `null` is invalid.
                 * @example 2
                 */
                limit?: components["parameters"]["Limit"];
            };
            header?: never;
            path: {
                /**
                 * @description Name of the blockchain, for example `ethereum`, `polygon` or `bsc`. A deployment may serve others.
                 * @example ethereum
                 */
                chainName: components["parameters"]["ChainName"];
                /**
                 * @description Number of the block.
                 * @example 17686112
                 */
                blockNumber: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of transactions. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TransactionPage"];
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
            /** @description The chain has no such block yet, or the service does not serve this chain. */
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
    getLatestTransactions: {
        parameters: {
            query?: {
                /**
                 * @description Where to go on: the `cursor` of the page before. Leave it out to get the first page. It is opaque, and belongs to the listing that returned it.
                 * @example AQEN3lkAsW0Zk3p7wQ4
                 */
                cursor?: components["parameters"]["Cursor"];
                /**
                 * @description How many records a page may have at most. Null, which means the default, is sent by leaving the parameter out; an empty `limit=` means the same, the text `null` is invalid.
                 * @example 2
                 */
                limit?: components["parameters"]["Limit"];
            };
            header?: never;
            path: {
                /**
                 * @description Name of the blockchain, for example `ethereum`, `polygon` or `bsc`. A deployment may serve others.
                 * @example ethereum
                 */
                chainName: components["parameters"]["ChainName"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of transactions. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TransactionPage"];
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
            /** @description The service does not serve this chain. */
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
