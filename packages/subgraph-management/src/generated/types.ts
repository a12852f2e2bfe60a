// Generated from subgraph-management.yaml: do not edit. Change the spec and run `generate`.

export interface paths {
    "/public_api/v1/{graph_ns}/tags/create-tag": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Namespace segment, identical in all management paths of a deployment. The operator of the deployment provides it.
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
         * @description Creates a tag for a subgraph version.
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
                 * @description Namespace segment, identical in all management paths of a deployment. The operator of the deployment provides it.
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
         * @description Deletes a tag from a subgraph version. The version itself is not affected.
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
                 * @description Namespace segment, identical in all management paths of a deployment. The operator of the deployment provides it.
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
         * @description Returns the tags of a subgraph version. Although a POST, the call is read-only and safe to retry.
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
                 * @description Namespace segment, identical in all management paths of a deployment. The operator of the deployment provides it.
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
         * @description Removes the deployment of a subgraph version. A version that still has tags is not removed; delete its tags first.
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
        SubgraphVersion: SubgraphVersion;
        VersionTag: VersionTag;
        SubgraphDeployment: SubgraphDeployment;
        Tag: Tag;
        EmptyEnvelope: EmptyEnvelope;
        TagsEnvelope: TagsEnvelope;
        ErrorEnvelope: ErrorEnvelope;
        /** @description Result code. Values and their meaning depend on the deployment; the examples use 0 for success. */
        ResultCode: number;
        /** @description Human-readable message. */
        Message: string;
    };
    responses: {
        /** @description Missing or invalid token. */
        Unauthorized: {
            headers: {
                "WWW-Authenticate": components["headers"]["WwwAuthenticate"];
                [name: string]: unknown;
            };
            content: {
                "application/json": ErrorEnvelope;
            };
        };
        /** @description Rate limit exceeded. `Retry-After` gives the number of seconds to wait. */
        TooManyRequests: {
            headers: {
                "Retry-After": components["headers"]["RetryAfter"];
                [name: string]: unknown;
            };
            content: {
                "application/json": ErrorEnvelope;
            };
        };
        /** @description Internal error. The request may or may not have taken effect. */
        InternalServerError: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": ErrorEnvelope;
            };
        };
    };
    parameters: {
        /**
         * @description Namespace segment, identical in all management paths of a deployment. The operator of the deployment provides it.
         * @example example-ns
         */
        GraphNs: string;
    };
    requestBodies: never;
    headers: {
        /**
         * @description Authentication scheme expected by the service, required by HTTP on every 401.
         * @example Bearer
         */
        WwwAuthenticate: string;
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
    createTag: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Namespace segment, identical in all management paths of a deployment. The operator of the deployment provides it.
                 * @example example-ns
                 */
                graph_ns: components["parameters"]["GraphNs"];
            };
            cookie?: never;
        };
        /** @description Subgraph version and the tag to create. */
        requestBody: {
            content: {
                "application/json": VersionTag;
            };
        };
        responses: {
            /** @description Tag created. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": EmptyEnvelope;
                };
            };
            /** @description Invalid JSON, or a field is missing or not a string. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": ErrorEnvelope;
                };
            };
            401: components["responses"]["Unauthorized"];
            /** @description Subgraph version not found. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": ErrorEnvelope;
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
                 * @description Namespace segment, identical in all management paths of a deployment. The operator of the deployment provides it.
                 * @example example-ns
                 */
                graph_ns: components["parameters"]["GraphNs"];
            };
            cookie?: never;
        };
        /** @description Subgraph version and the tag to delete. */
        requestBody: {
            content: {
                "application/json": VersionTag;
            };
        };
        responses: {
            /** @description Tag deleted. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": EmptyEnvelope;
                };
            };
            /** @description Invalid JSON, or a field is missing or not a string. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": ErrorEnvelope;
                };
            };
            401: components["responses"]["Unauthorized"];
            /** @description Subgraph version not found, or it does not have the tag. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": ErrorEnvelope;
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
                 * @description Namespace segment, identical in all management paths of a deployment. The operator of the deployment provides it.
                 * @example example-ns
                 */
                graph_ns: components["parameters"]["GraphNs"];
            };
            cookie?: never;
        };
        /** @description Subgraph version to list the tags of. */
        requestBody: {
            content: {
                "application/json": SubgraphVersion;
            };
        };
        responses: {
            /** @description Tags of the version; an empty list if there are none. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": TagsEnvelope;
                };
            };
            /** @description Invalid JSON, or a field is missing or not a string. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": ErrorEnvelope;
                };
            };
            401: components["responses"]["Unauthorized"];
            /** @description Subgraph version not found. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": ErrorEnvelope;
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
                 * @description Namespace segment, identical in all management paths of a deployment. The operator of the deployment provides it.
                 * @example example-ns
                 */
                graph_ns: components["parameters"]["GraphNs"];
            };
            cookie?: never;
        };
        /** @description Deployment to remove. */
        requestBody: {
            content: {
                "application/json": SubgraphDeployment;
            };
        };
        responses: {
            /** @description Deployment removed. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": EmptyEnvelope;
                };
            };
            /** @description Invalid JSON, or a field is missing or not a string. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": ErrorEnvelope;
                };
            };
            401: components["responses"]["Unauthorized"];
            /** @description Deployment not found. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": ErrorEnvelope;
                };
            };
            /** @description The version still has tags. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": ErrorEnvelope;
                };
            };
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
        };
    };
}
/**
 * Subgraph version
 * @description A subgraph name and a version.
 */
export type SubgraphVersion = {
    /**
     * @description Subgraph name.
     * @example erc20-transfers
     */
    subgraph_name: string;
    /**
     * @description Subgraph version.
     * @example 1.2.0
     */
    version: string;
};
/**
 * Version tag
 * @description A subgraph version and a tag.
 */
export type VersionTag = {
    /**
     * @description Subgraph name.
     * @example erc20-transfers
     */
    subgraph_name: string;
    /**
     * @description Subgraph version.
     * @example 1.2.0
     */
    version: string;
    /**
     * @description Tag name.
     * @example prod
     */
    tag: string;
};
/**
 * Subgraph deployment
 * @description A deployed subgraph version.
 */
export type SubgraphDeployment = {
    /**
     * @description Subgraph name.
     * @example erc20-transfers
     */
    name: string;
    /**
     * @description Subgraph version.
     * @example 1.2.0
     */
    version: string;
};
/**
 * Tag
 * @description A tag of a subgraph version.
 */
export type Tag = {
    /** @description Tag name. */
    tag: string;
    /** @description Creation time of the tag. Unit and epoch depend on the deployment; the examples are Unix seconds. */
    create_time: number;
};
/**
 * Empty envelope
 * @description Response of an operation that returns no data.
 */
export type EmptyEnvelope = {
    /** @description Result code. Values and their meaning depend on the deployment; the examples use 0 for success. */
    code: number;
    /** @description An empty object. */
    data: Record<string, unknown>;
    /** @description Human-readable message. */
    msg: string;
};
/**
 * Tags envelope
 * @description Response of a tag query.
 */
export type TagsEnvelope = {
    /** @description Result code. Values and their meaning depend on the deployment; the examples use 0 for success. */
    code: number;
    /** @description Query result. */
    data: {
        /** @description Tags of the version. */
        tags: Tag[];
    };
    /** @description Human-readable message. */
    msg: string;
};
/**
 * Error envelope
 * @description Envelope of a failed request. The HTTP status gives the kind of failure.
 */
export type ErrorEnvelope = {
    /** @description Error code; non-zero in the examples. */
    code: number;
    /** @description An object with no defined fields. */
    data: Record<string, unknown>;
    /** @description Human-readable message. */
    msg: string;
};
