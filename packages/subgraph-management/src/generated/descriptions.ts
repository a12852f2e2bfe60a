// Generated from subgraph-management.yaml: do not edit. Change the spec and run `generate`.

import type { OperationDescription } from "@chainkit/runtime";
import type { SubgraphManagementOperations } from "./operations.ts";

export type { JsonSchema, OperationDescription, ResponseDescription } from "@chainkit/runtime";

const ResultCode = {
  "description": "Result code. Values and their meaning depend on the deployment; the examples use 0 for success.",
  "type": "integer"
} as const;

const CreateTagParams = {
  "type": "object",
  "properties": {
    "subgraph_name": {
      "description": "Subgraph name.",
      "type": "string",
      "examples": [
        "erc20-transfers"
      ]
    },
    "version": {
      "description": "Subgraph version.",
      "type": "string",
      "examples": [
        "1.2.0"
      ]
    },
    "tag": {
      "description": "Tag name.",
      "type": "string",
      "examples": [
        "prod"
      ]
    }
  },
  "required": [
    "subgraph_name",
    "version",
    "tag"
  ],
  "additionalProperties": false
} as const;

const ErrorEnvelope = {
  "title": "Error envelope",
  "description": "Envelope of a failed request. The HTTP status gives the kind of failure.",
  "type": "object",
  "required": [
    "code",
    "data",
    "msg"
  ],
  "properties": {
    "code": {
      "description": "Error code; non-zero in the examples.",
      "type": "integer"
    },
    "data": {
      "description": "An object with no defined fields.",
      "type": "object"
    },
    "msg": {
      "$ref": "#/$defs/Message"
    }
  },
  "$defs": {
    "Message": {
      "description": "Human-readable message.",
      "type": "string"
    }
  }
} as const;

const EmptyEnvelope = {
  "title": "Empty envelope",
  "description": "Response of an operation that returns no data.",
  "type": "object",
  "required": [
    "code",
    "data",
    "msg"
  ],
  "properties": {
    "code": {
      "$ref": "#/$defs/ResultCode"
    },
    "data": {
      "description": "An empty object.",
      "type": "object",
      "maxProperties": 0
    },
    "msg": {
      "$ref": "#/$defs/Message"
    }
  },
  "$defs": {
    "ResultCode": ResultCode,
    "Message": {
      "description": "Human-readable message.",
      "type": "string"
    }
  }
} as const;

const Responses401 = {
  "description": "Missing or invalid token.",
  "mediaType": "application/json",
  "schema": ErrorEnvelope,
  "examples": {
    "invalidToken": {
      "code": 401,
      "data": {},
      "msg": "missing or invalid token"
    }
  }
} as const;

const Responses400 = {
  "description": "Invalid JSON, or a field is missing or not a string.",
  "mediaType": "application/json",
  "schema": ErrorEnvelope,
  "examples": {
    "missingTag": {
      "code": 400,
      "data": {},
      "msg": "tag: is required"
    }
  }
} as const;

const Responses404 = {
  "description": "Subgraph version not found.",
  "mediaType": "application/json",
  "schema": ErrorEnvelope,
  "examples": {
    "unknownVersion": {
      "code": 404,
      "data": {},
      "msg": "erc20-transfers 1.2.0 is not deployed"
    }
  }
} as const;

const Responses400_2 = {
  "description": "Invalid JSON, or a field is missing or not a string.",
  "mediaType": "application/json",
  "schema": ErrorEnvelope,
  "examples": {
    "missingVersion": {
      "code": 400,
      "data": {},
      "msg": "version: is required"
    }
  }
} as const;

const Responses500 = {
  "description": "Internal error. The request may or may not have taken effect.",
  "mediaType": "application/json",
  "schema": ErrorEnvelope,
  "examples": {
    "internalError": {
      "code": 500,
      "data": {},
      "msg": "internal error"
    }
  }
} as const;

const Responses429 = {
  "description": "Rate limit exceeded. `Retry-After` gives the number of seconds to wait.",
  "mediaType": "application/json",
  "schema": ErrorEnvelope,
  "examples": {
    "rateLimited": {
      "code": 429,
      "data": {},
      "msg": "too many requests"
    }
  }
} as const;

const TagsEnvelope = {
  "title": "Tags envelope",
  "description": "Response of a tag query.",
  "type": "object",
  "required": [
    "code",
    "data",
    "msg"
  ],
  "properties": {
    "code": {
      "$ref": "#/$defs/ResultCode"
    },
    "data": {
      "description": "Query result.",
      "type": "object",
      "required": [
        "tags"
      ],
      "properties": {
        "tags": {
          "description": "Tags of the version.",
          "type": "array",
          "items": {
            "$ref": "#/$defs/Tag"
          }
        }
      }
    },
    "msg": {
      "$ref": "#/$defs/Message"
    }
  },
  "$defs": {
    "ResultCode": ResultCode,
    "Tag": {
      "title": "Tag",
      "description": "A tag of a subgraph version.",
      "type": "object",
      "required": [
        "tag",
        "create_time"
      ],
      "properties": {
        "tag": {
          "description": "Tag name.",
          "type": "string"
        },
        "create_time": {
          "description": "Creation time of the tag. Unit and epoch depend on the deployment; the examples are Unix seconds.",
          "type": "integer"
        }
      }
    },
    "Message": {
      "description": "Human-readable message.",
      "type": "string"
    }
  }
} as const;

/** Metadata of each operation: schemas, descriptions, examples and paging. */
export const operations: Readonly<Record<keyof SubgraphManagementOperations, OperationDescription>> = {
  "createTag": {
    "id": "createTag",
    "area": "subgraph-management",
    "method": "POST",
    "path": "/public_api/v1/{graph_ns}/tags/create-tag",
    "summary": "Create a tag",
    "description": "Creates a tag for a subgraph version.",
    "deprecated": false,
    "params": CreateTagParams,
    "places": {
      "subgraph_name": "field",
      "version": "field",
      "tag": "field"
    },
    "clientOptions": [
      "graphNs"
    ],
    "examples": [
      {
        "subgraph_name": "erc20-transfers",
        "version": "1.2.0",
        "tag": "prod"
      }
    ],
    "auth": "required",
    "safe": false,
    "idempotent": false,
    "envelope": {
      "codeField": "code",
      "messageField": "msg"
    },
    "result": EmptyEnvelope,
    "responses": {
      "200": {
        "description": "Tag created.",
        "mediaType": "application/json",
        "schema": EmptyEnvelope,
        "examples": {
          "created": {
            "code": 0,
            "data": {},
            "msg": "success"
          }
        }
      },
      "400": Responses400,
      "401": Responses401,
      "404": Responses404,
      "429": Responses429,
      "500": Responses500
    }
  },
  "deleteTag": {
    "id": "deleteTag",
    "area": "subgraph-management",
    "method": "POST",
    "path": "/public_api/v1/{graph_ns}/tags/delete-tag",
    "summary": "Delete a tag",
    "description": "Deletes a tag from a subgraph version. The version itself is not affected.",
    "deprecated": false,
    "params": CreateTagParams,
    "places": {
      "subgraph_name": "field",
      "version": "field",
      "tag": "field"
    },
    "clientOptions": [
      "graphNs"
    ],
    "examples": [
      {
        "subgraph_name": "erc20-transfers",
        "version": "1.2.0",
        "tag": "prod"
      }
    ],
    "auth": "required",
    "safe": false,
    "idempotent": false,
    "envelope": {
      "codeField": "code",
      "messageField": "msg"
    },
    "result": EmptyEnvelope,
    "responses": {
      "200": {
        "description": "Tag deleted.",
        "mediaType": "application/json",
        "schema": EmptyEnvelope,
        "examples": {
          "deleted": {
            "code": 0,
            "data": {},
            "msg": "success"
          }
        }
      },
      "400": Responses400,
      "401": Responses401,
      "404": {
        "description": "Subgraph version not found, or it does not have the tag.",
        "mediaType": "application/json",
        "schema": ErrorEnvelope,
        "examples": {
          "unknownTag": {
            "code": 404,
            "data": {},
            "msg": "erc20-transfers 1.2.0 has no tag prod"
          },
          "unknownVersion": {
            "code": 404,
            "data": {},
            "msg": "erc20-transfers 1.2.0 is not deployed"
          }
        }
      },
      "429": Responses429,
      "500": Responses500
    }
  },
  "queryTag": {
    "id": "queryTag",
    "area": "subgraph-management",
    "method": "POST",
    "path": "/public_api/v1/{graph_ns}/tags/query-tag",
    "summary": "List the tags of a version",
    "description": "Returns the tags of a subgraph version. Although a POST, the call is read-only and safe to retry.",
    "deprecated": false,
    "params": {
      "type": "object",
      "properties": {
        "subgraph_name": {
          "description": "Subgraph name.",
          "type": "string",
          "examples": [
            "erc20-transfers"
          ]
        },
        "version": {
          "description": "Subgraph version.",
          "type": "string",
          "examples": [
            "1.2.0"
          ]
        }
      },
      "required": [
        "subgraph_name",
        "version"
      ],
      "additionalProperties": false
    },
    "places": {
      "subgraph_name": "field",
      "version": "field"
    },
    "clientOptions": [
      "graphNs"
    ],
    "examples": [
      {
        "subgraph_name": "erc20-transfers",
        "version": "1.2.0"
      }
    ],
    "auth": "required",
    "safe": true,
    "idempotent": true,
    "envelope": {
      "codeField": "code",
      "messageField": "msg"
    },
    "result": TagsEnvelope,
    "responses": {
      "200": {
        "description": "Tags of the version; an empty list if there are none.",
        "mediaType": "application/json",
        "schema": TagsEnvelope,
        "examples": {
          "twoTags": {
            "code": 0,
            "data": {
              "tags": [
                {
                  "tag": "prod",
                  "create_time": 1689269891
                },
                {
                  "tag": "stable",
                  "create_time": 1681338443
                }
              ]
            },
            "msg": "success"
          },
          "noTags": {
            "code": 0,
            "data": {
              "tags": []
            },
            "msg": "success"
          }
        }
      },
      "400": Responses400_2,
      "401": Responses401,
      "404": Responses404,
      "429": Responses429,
      "500": Responses500
    }
  },
  "removeSubgraph": {
    "id": "removeSubgraph",
    "area": "subgraph-management",
    "method": "POST",
    "path": "/public_api/v1/{graph_ns}/subgraph/remove-subgraph",
    "summary": "Remove a deployment",
    "description": "Removes the deployment of a subgraph version. A version that still has tags is not removed; delete its tags first.",
    "deprecated": false,
    "params": {
      "type": "object",
      "properties": {
        "name": {
          "description": "Subgraph name.",
          "type": "string",
          "examples": [
            "erc20-transfers"
          ]
        },
        "version": {
          "description": "Subgraph version.",
          "type": "string",
          "examples": [
            "1.2.0"
          ]
        }
      },
      "required": [
        "name",
        "version"
      ],
      "additionalProperties": false
    },
    "places": {
      "name": "field",
      "version": "field"
    },
    "clientOptions": [
      "graphNs"
    ],
    "examples": [
      {
        "name": "erc20-transfers",
        "version": "1.2.0"
      }
    ],
    "auth": "required",
    "safe": false,
    "idempotent": false,
    "envelope": {
      "codeField": "code",
      "messageField": "msg"
    },
    "result": EmptyEnvelope,
    "responses": {
      "200": {
        "description": "Deployment removed.",
        "mediaType": "application/json",
        "schema": EmptyEnvelope,
        "examples": {
          "removed": {
            "code": 0,
            "data": {},
            "msg": "success"
          }
        }
      },
      "400": Responses400_2,
      "401": Responses401,
      "404": {
        "description": "Deployment not found.",
        "mediaType": "application/json",
        "schema": ErrorEnvelope,
        "examples": {
          "unknownVersion": {
            "code": 404,
            "data": {},
            "msg": "erc20-transfers 1.2.0 is not deployed"
          }
        }
      },
      "409": {
        "description": "The version still has tags.",
        "mediaType": "application/json",
        "schema": ErrorEnvelope,
        "examples": {
          "stillTagged": {
            "code": 409,
            "data": {},
            "msg": "erc20-transfers 1.2.0 still has the tag prod"
          }
        }
      },
      "429": Responses429,
      "500": Responses500
    }
  }
};
