import { createSubgraphManagementClient } from "@chainkit/subgraph-management";

const management = createSubgraphManagementClient({
  baseUrl: "http://127.0.0.1:4010",
  graphNs: "example-ns",
  token: "my-token",
});

const { data } = await management.queryTag({
  subgraph_name: "erc20-transfers",
  version: "1.2.0",
});
for (const { tag, create_time } of data.tags) {
  console.log(tag, create_time);
}
