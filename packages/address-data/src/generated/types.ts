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
         * @description Returns the ERC-20 balances of a wallet, one entry per token contract.
         *
         *     Without `contract-address`, the list contains every token that was transferred to or from the wallet in
         *     a block that the deployment has indexed, except tokens with a zero balance. Tokens that have not moved
         *     since the first indexed block are missing, even if the wallet holds them, until the deployment has read
         *     their balance.
         *
         *     With `contract-address`, the list contains that token even if its balance is zero, or nothing if the
         *     deployment knows of no balance. `Chainkit-Coverage` tells what the list covers. A deployment that
         *     knows balances of the list but has read none of them may respond with 503 and `Retry-After` instead.
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
         * @description Returns the ERC-721 tokens held by a wallet, one entry per token.
         *
         *     With or without `contract-address`, the list contains every token whose last transfer in an indexed block
         *     was to the wallet. Tokens that have not moved since the first indexed block are missing, even if the wallet
         *     holds them.
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
         * @description Returns the transactions sent or received by a wallet.
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
         * @description Returns the transactions of a block.
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
         * @description Returns the latest transactions of a blockchain.
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
        Erc20BalancePage: Erc20BalancePage;
        Erc721BalancePage: Erc721BalancePage;
        TransactionPage: TransactionPage;
        /** @description Cursor of the next page, to be passed as the `cursor` parameter. Null or absent on the last page. */
        NextCursor: string | null;
        Transaction: Transaction;
        Erc20Balance: Erc20Balance;
        Erc20Contract: Erc20Contract;
        Erc721Balance: Erc721Balance;
        /**
         * ERC-721 metadata
         * @description Token metadata. Null, or with null fields, while the metadata is unknown.
         */
        Erc721Metadata: {
            /** @description Token attributes as a string; JSON text in the examples. */
            attributes?: string | null;
            /** @description Number of decimal places; 0 for indivisible tokens. */
            decimals?: number | null;
            /** @description Token description. */
            description?: string | null;
            /** @description URL of a page about the token. */
            externalUrl?: string | null;
            /** @description URL of the token image. */
            imageUri?: string | null;
            /** @description Number of the block in which the token was minted. */
            mintedBlockNumber?: number | null;
            /**
             * Format: date-time
             * @description Timestamp of the block in which the token was minted, ISO 8601 in UTC.
             */
            mintedTimestamp?: string | null;
            /** @description Name of the token or its collection. */
            name?: string | null;
            /** @description Collection symbol. */
            symbol?: string | null;
        } | null;
        /** @description A hash, an address or bytes; `0x`-prefixed hexadecimal in the examples. */
        HexText: `0x${string}`;
        /** @description A hash, an address or bytes, or null; `0x`-prefixed hexadecimal in the examples. */
        NullableHexText: `0x${string}` | null;
        InvalidParameter: InvalidParameter;
        Problem: Problem;
        /**
         * Format: date-time
         * @description A UTC timestamp in ISO 8601, for example `2023-07-13T17:38:11Z`.
         */
        Timestamp: string;
    };
    responses: {
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
         * @description Blockchain name, for example `ethereum`, `polygon` or `bsc`. Deployments may serve others.
         * @example ethereum
         */
        ChainName: string;
        /**
         * @description Wallet address, hexadecimal in either case.
         * @example 0x6cc5f688a315f3dc28a7781717a9a798a59fda7b
         */
        WalletAddress: string;
        /**
         * @description Cursor from the previous page. Omit it to get the first page. Cursors are opaque and valid only for the listing that returned them.
         * @example AQEN3lkAsW0Zk3p7wQ4
         */
        Cursor: string;
        /**
         * @description Maximum number of records per page. Null means the default; clients send it by omitting the parameter. An empty `limit=` means the default as well. The literal `null` is invalid. A page of large records may have fewer than `limit`; it then has a cursor and at least one record.
         * @example 2
         */
        Limit: number | null;
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
    getErc20Balances: {
        parameters: {
            query?: {
                /** @description Token contract address to filter by, hexadecimal in either case. */
                "contract-address"?: string;
                /**
                 * @description Cursor from the previous page. Omit it to get the first page. Cursors are opaque and valid only for the listing that returned them.
                 * @example AQEN3lkAsW0Zk3p7wQ4
                 */
                cursor?: components["parameters"]["Cursor"];
                /**
                 * @description Maximum number of records per page. Null means the default; clients send it by omitting the parameter. An empty `limit=` means the default as well. The literal `null` is invalid. A page of large records may have fewer than `limit`; it then has a cursor and at least one record.
                 * @example 2
                 */
                limit?: components["parameters"]["Limit"];
            };
            header?: never;
            path: {
                /**
                 * @description Blockchain name, for example `ethereum`, `polygon` or `bsc`. Deployments may serve others.
                 * @example ethereum
                 */
                chainName: components["parameters"]["ChainName"];
                /**
                 * @description Wallet address, hexadecimal in either case.
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
                    "Cache-Control": components["headers"]["CacheControl"];
                    ETag: components["headers"]["ETag"];
                    "Chainkit-Coverage": components["headers"]["Coverage"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": Erc20BalancePage;
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
            /** @description Chain not served by this deployment. */
            404: {
                headers: {
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
    getErc721Balances: {
        parameters: {
            query?: {
                /**
                 * @description Collection contract address to filter by, hexadecimal in either case.
                 * @example 0x9a7a85e390f07d3802bebaafe090c3b789aabb1b
                 */
                "contract-address"?: string;
                /**
                 * @description Cursor from the previous page. Omit it to get the first page. Cursors are opaque and valid only for the listing that returned them.
                 * @example AQEN3lkAsW0Zk3p7wQ4
                 */
                cursor?: components["parameters"]["Cursor"];
                /**
                 * @description Maximum number of records per page. Null means the default; clients send it by omitting the parameter. An empty `limit=` means the default as well. The literal `null` is invalid. A page of large records may have fewer than `limit`; it then has a cursor and at least one record.
                 * @example 2
                 */
                limit?: components["parameters"]["Limit"];
            };
            header?: never;
            path: {
                /**
                 * @description Blockchain name, for example `ethereum`, `polygon` or `bsc`. Deployments may serve others.
                 * @example ethereum
                 */
                chainName: components["parameters"]["ChainName"];
                /**
                 * @description Wallet address, hexadecimal in either case.
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
                    "Cache-Control": components["headers"]["CacheControl"];
                    ETag: components["headers"]["ETag"];
                    "Chainkit-Coverage": components["headers"]["Coverage"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": Erc721BalancePage;
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
            /** @description Chain not served by this deployment. */
            404: {
                headers: {
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
    getAddressTransactions: {
        parameters: {
            query?: {
                /**
                 * @description Cursor from the previous page. Omit it to get the first page. Cursors are opaque and valid only for the listing that returned them.
                 * @example AQEN3lkAsW0Zk3p7wQ4
                 */
                cursor?: components["parameters"]["Cursor"];
                /**
                 * @description Maximum number of records per page. Null means the default; clients send it by omitting the parameter. An empty `limit=` means the default as well. The literal `null` is invalid. A page of large records may have fewer than `limit`; it then has a cursor and at least one record.
                 * @example 2
                 */
                limit?: components["parameters"]["Limit"];
            };
            header?: never;
            path: {
                /**
                 * @description Blockchain name, for example `ethereum`, `polygon` or `bsc`. Deployments may serve others.
                 * @example ethereum
                 */
                chainName: components["parameters"]["ChainName"];
                /**
                 * @description Wallet address, hexadecimal in either case.
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
                    "Cache-Control": components["headers"]["CacheControl"];
                    ETag: components["headers"]["ETag"];
                    "Chainkit-Coverage": components["headers"]["Coverage"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": TransactionPage;
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
            /** @description Chain not served by this deployment. */
            404: {
                headers: {
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
    getBlockTransactions: {
        parameters: {
            query?: {
                /**
                 * @description Cursor from the previous page. Omit it to get the first page. Cursors are opaque and valid only for the listing that returned them.
                 * @example AQEN3lkAsW0Zk3p7wQ4
                 */
                cursor?: components["parameters"]["Cursor"];
                /**
                 * @description Maximum number of records per page. Null means the default; clients send it by omitting the parameter. An empty `limit=` means the default as well. The literal `null` is invalid. A page of large records may have fewer than `limit`; it then has a cursor and at least one record.
                 * @example 2
                 */
                limit?: components["parameters"]["Limit"];
            };
            header?: never;
            path: {
                /**
                 * @description Blockchain name, for example `ethereum`, `polygon` or `bsc`. Deployments may serve others.
                 * @example ethereum
                 */
                chainName: components["parameters"]["ChainName"];
                /**
                 * @description Block number.
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
                    "Cache-Control": components["headers"]["CacheControl"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": TransactionPage;
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
            /** @description Block not found, or chain not served by this deployment. */
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
    getLatestTransactions: {
        parameters: {
            query?: {
                /**
                 * @description Cursor from the previous page. Omit it to get the first page. Cursors are opaque and valid only for the listing that returned them.
                 * @example AQEN3lkAsW0Zk3p7wQ4
                 */
                cursor?: components["parameters"]["Cursor"];
                /**
                 * @description Maximum number of records per page. Null means the default; clients send it by omitting the parameter. An empty `limit=` means the default as well. The literal `null` is invalid. A page of large records may have fewer than `limit`; it then has a cursor and at least one record.
                 * @example 2
                 */
                limit?: components["parameters"]["Limit"];
            };
            header?: never;
            path: {
                /**
                 * @description Blockchain name, for example `ethereum`, `polygon` or `bsc`. Deployments may serve others.
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
                    "Cache-Control": components["headers"]["CacheControl"];
                    ETag: components["headers"]["ETag"];
                    "Chainkit-Coverage": components["headers"]["Coverage"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": TransactionPage;
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
            /** @description Chain not served by this deployment. */
            404: {
                headers: {
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
 * Page of ERC-20 balances
 * @description A page of ERC-20 balances and the cursor of the next page.
 */
export type Erc20BalancePage = {
    /** @description Cursor of the next page, to be passed as the `cursor` parameter. Null or absent on the last page. */
    cursor?: string | null;
    /** @description Balances in this page. */
    erc20TokenBalances: Erc20Balance[];
    /** @description Number of tokens in this page. */
    resultCount: number;
};
/**
 * Page of ERC-721 balances
 * @description A page of ERC-721 balances and the cursor of the next page.
 */
export type Erc721BalancePage = {
    /** @description Cursor of the next page, to be passed as the `cursor` parameter. Null or absent on the last page. */
    cursor?: string | null;
    /** @description Balances in this page. */
    erc721TokenBalances: Erc721Balance[];
    /** @description Number of NFTs in this page; equal to the page size. */
    resultCount: number;
};
/**
 * Page of transactions
 * @description A page of transactions and the cursor of the next page.
 */
export type TransactionPage = {
    /** @description Cursor of the next page, to be passed as the `cursor` parameter. Null or absent on the last page. */
    cursor?: string | null;
    /** @description Transactions in this page. */
    transactions: Transaction[];
};
/**
 * Transaction
 * @description A mined transaction.
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
    /** @description Decoded form of the call in `input`; null if unknown. In the examples, JSON text with the method name and its arguments. */
    decoded?: string | null;
    /** @description Sender address. */
    from_address: `0x${string}`;
    /** @description Gas limit set by the sender, decimal in the examples. */
    gas: string;
    /** @description Gas price, in wei and decimal in the examples. For EIP-1559 transactions, the effective price paid. */
    gas_price: string;
    /** @description Transaction input data; `0x` if empty. */
    input: `0x${string}`;
    /** @description Maximum total fee per unit of gas, in wei and decimal in the examples; null unless the transaction uses EIP-1559 fees. */
    max_fee_per_gas?: string | null;
    /** @description Maximum priority fee per unit of gas, in wei and decimal in the examples; null unless the transaction uses EIP-1559 fees. */
    max_priority_fee_per_gas?: string | null;
    /** @description Number of transactions sent by the sender before this one, decimal in the examples. */
    nonce: string;
    /** @description Recipient address; null for contract creation. */
    to_address?: `0x${string}` | null;
    /** @description Transaction hash. */
    transaction_hash: `0x${string}`;
    /** @description Zero-based index of the transaction in its block. */
    transaction_index: number;
    /** @description Transaction type (EIP-2718), for example 0 for legacy and 2 for EIP-1559 transactions. */
    transaction_type: number;
    /** @description Amount of native token transferred, in wei and decimal in the examples. */
    value: string;
};
/**
 * ERC-20 balance
 * @description Balance of a wallet in one ERC-20 token.
 */
export type Erc20Balance = {
    /** @description Balance in whole tokens, that is `raw_balance` divided by 10 to the power of the contract's `decimals`; exact and without trailing zeros in the examples. */
    balance: string;
    /** @description Balance in the token's smallest unit, decimal in the examples. */
    raw_balance: string;
    contract: Erc20Contract;
};
/**
 * ERC-20 contract
 * @description A token contract. Properties that the contract does not report are null.
 */
export type Erc20Contract = {
    /** @description Contract address. */
    address: `0x${string}`;
    /** @description Number of decimal places; null if the contract does not report it. */
    decimals?: number | null;
    /** @description Token standard, for example `ERC20`. */
    erc_type: string;
    /** @description URL of the token logo; null if there is none. */
    logoUri?: string | null;
    /** @description Token name; null if the contract does not report it. */
    name?: string | null;
    /** @description Token symbol; null if the contract does not report it. */
    symbol?: string | null;
};
/**
 * ERC-721 balance
 * @description An ERC-721 token held by a wallet.
 */
export type Erc721Balance = {
    /** @description Contract address of the collection. */
    address: `0x${string}`;
    /** @description Amount of this token held by the wallet; an ERC-721 token is unique. */
    balance: string;
    /** @description Token standard, for example `ERC721`. */
    ercType: string;
    /** @description Token id within the collection. */
    tokenId: string;
    /** @description Metadata URI reported by the contract; null if unknown. */
    tokenUri?: string | null;
    metadata?: components["schemas"]["Erc721Metadata"];
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
