// Generated from subgraph-management.yaml: do not edit. Change the spec and run `generate`.

export interface paths {
    "/public_api/v1/{graph_ns}/tags/create-tag": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Path segment that is the same in every management path of a deployment. Its operator knows the value.
                 * @example example-ns
                 */
                graph_ns: components["parameters"]["GraphNs"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Create a tag
         * @description Gives a version of a subgraph a tag.
         */
        post: operations["createTag"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/public_api/v1/{graph_ns}/tags/delete-tag": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Path segment that is the same in every management path of a deployment. Its operator knows the value.
                 * @example example-ns
                 */
                graph_ns: components["parameters"]["GraphNs"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Delete a tag
         * @description Takes an existing tag away from a version of a subgraph. The version itself stays.
         */
        post: operations["deleteTag"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/public_api/v1/{graph_ns}/tags/query-tag": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Path segment that is the same in every management path of a deployment. Its operator knows the value.
                 * @example example-ns
                 */
                graph_ns: components["parameters"]["GraphNs"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * List the tags of a version
         * @description Returns the tags of one version of a subgraph. It changes nothing, although it is a POST, and may be repeated freely.
         */
        post: operations["queryTag"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/public_api/v1/{graph_ns}/subgraph/remove-subgraph": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Path segment that is the same in every management path of a deployment. Its operator knows the value.
                 * @example example-ns
                 */
                graph_ns: components["parameters"]["GraphNs"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Remove a deployment
         * @description Removes the deployment of one version of a subgraph. A version that tags still point at is not removed; delete its tags first.
         */
        post: operations["removeSubgraph"];
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
         * Subgraph version
         * @description One version of a subgraph.
         */
        SubgraphVersion: {
            /**
             * @description Name of the subgraph.
             * @example erc20-transfers
             */
            subgraph_name: string;
            /**
             * @description Version of the subgraph.
             * @example 1.2.0
             */
            version: string;
        };
        /**
         * Tag of a version
         * @description One version of a subgraph and one tag.
         */
        VersionTag: {
            /**
             * @description Name of the subgraph.
             * @example erc20-transfers
             */
            subgraph_name: string;
            /**
             * @description Version of the subgraph.
             * @example 1.2.0
             */
            version: string;
            /**
             * @description The tag.
             * @example prod
             */
            tag: string;
        };
        /**
         * Subgraph deployment
         * @description One deployed version of a subgraph.
         */
        SubgraphDeployment: {
            /**
             * @description Name of the subgraph.
             * @example erc20-transfers
             */
            name: string;
            /**
             * @description Version of the subgraph.
             * @example 1.2.0
             */
            version: string;
        };
        /**
         * Tag
         * @description A tag that a version carries.
         */
        Tag: {
            /** @description The tag. */
            tag: string;
            /** @description When the tag was created. Unit and epoch are the deployment's choice; the examples are Unix seconds. */
            create_time: number;
        };
        /**
         * Empty envelope
         * @description The answer of an operation that has nothing to return.
         */
        EmptyEnvelope: {
            code: components["schemas"]["ResultCode"];
            /** @description An empty object. */
            data: Record<string, unknown>;
            msg: components["schemas"]["Message"];
        };
        /**
         * Tags envelope
         * @description The answer to a query for tags.
         */
        TagsEnvelope: {
            code: components["schemas"]["ResultCode"];
            /** @description The result of the query. */
            data: {
                /** @description The tags of the version. */
                tags: components["schemas"]["Tag"][];
            };
            msg: components["schemas"]["Message"];
        };
        /**
         * Error envelope
         * @description The envelope of a request that failed. The HTTP status says what kind of failure it is.
         */
        ErrorEnvelope: {
            /** @description Result code of the failure. Not 0 in the examples. */
            code: number;
            /** @description An object without defined fields. */
            data: Record<string, unknown>;
            msg: components["schemas"]["Message"];
        };
        /** @description Result code. Which values a deployment uses, and for what, is its own choice; the examples use 0 for success. */
        ResultCode: number;
        /** @description Text for a person to read. */
        Message: string;
    };
    responses: {
        /** @description The token is missing or not accepted. */
        Unauthorized: {
            headers: {
                "WWW-Authenticate": components["headers"]["WwwAuthenticate"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorEnvelope"];
            };
        };
        /** @description Too many requests; `Retry-After` says how long to wait. */
        TooManyRequests: {
            headers: {
                "Retry-After": components["headers"]["RetryAfter"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorEnvelope"];
            };
        };
        /** @description The service failed. Whether the request took effect is unknown. */
        InternalServerError: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorEnvelope"];
            };
        };
    };
    parameters: {
        /**
         * @description Path segment that is the same in every management path of a deployment. Its operator knows the value.
         * @example example-ns
         */
        GraphNs: string;
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
    createTag: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Path segment that is the same in every management path of a deployment. Its operator knows the value.
                 * @example example-ns
                 */
                graph_ns: components["parameters"]["GraphNs"];
            };
            cookie?: never;
        };
        /** @description The version and the tag to give it. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["VersionTag"];
            };
        };
        responses: {
            /** @description The tag exists now. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EmptyEnvelope"];
                };
            };
            /** @description The body is not valid JSON, or a field is missing or not a string. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            401: components["responses"]["Unauthorized"];
            /** @description There is no such version of the subgraph. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
        };
    };
    deleteTag: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Path segment that is the same in every management path of a deployment. Its operator knows the value.
                 * @example example-ns
                 */
                graph_ns: components["parameters"]["GraphNs"];
            };
            cookie?: never;
        };
        /** @description The version and the tag to take away from it. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["VersionTag"];
            };
        };
        responses: {
            /** @description The tag is gone. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EmptyEnvelope"];
                };
            };
            /** @description The body is not valid JSON, or a field is missing or not a string. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            401: components["responses"]["Unauthorized"];
            /** @description There is no such version of the subgraph, or it does not carry the tag. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
        };
    };
    queryTag: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Path segment that is the same in every management path of a deployment. Its operator knows the value.
                 * @example example-ns
                 */
                graph_ns: components["parameters"]["GraphNs"];
            };
            cookie?: never;
        };
        /** @description The version whose tags to list. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["SubgraphVersion"];
            };
        };
        responses: {
            /** @description The tags of the version; an empty list if it has none. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TagsEnvelope"];
                };
            };
            /** @description The body is not valid JSON, or a field is missing or not a string. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            401: components["responses"]["Unauthorized"];
            /** @description There is no such version of the subgraph. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
        };
    };
    removeSubgraph: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Path segment that is the same in every management path of a deployment. Its operator knows the value.
                 * @example example-ns
                 */
                graph_ns: components["parameters"]["GraphNs"];
            };
            cookie?: never;
        };
        /** @description The deployment to remove. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["SubgraphDeployment"];
            };
        };
        responses: {
            /** @description The deployment is removed. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EmptyEnvelope"];
                };
            };
            /** @description The body is not valid JSON, or a field is missing or not a string. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            401: components["responses"]["Unauthorized"];
            /** @description There is no such deployment. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            /** @description Tags still point at this version. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
        };
    };
}
