import { createSubgraphManagementClient } from "@chainkit/subgraph-management";

const management = createSubgraphManagementClient({
  baseUrl: "http://127.0.0.1:4010",
  graphNs: "example-ns",
  token: "my-token",
});

const { msg } = await management.removeSubgraph({ name: "erc20-transfers", version: "1.2.0" });
console.log(msg);
