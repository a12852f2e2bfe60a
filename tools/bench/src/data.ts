const transaction = {
  block_hash: "0x8873a3d1c5c9d6d5f9dcbd0ddbd2dfb3f2e2f3a0a59e1ff5ac9a9d1d2f5c3f7c",
  block_number: 17686112,
  block_timestamp: "2023-07-13T17:38:35Z",
  decoded: null,
  from_address: "0x6cc5f688a315f3dc28a7781717a9a798a59fda7b",
  gas: "207128",
  gas_price: "49121312517",
  input: "0xa9059cbb000000000000000000000000243873cd7608470242d283050857fec93bf67b44",
  max_fee_per_gas: "72000000000",
  max_priority_fee_per_gas: "100000000",
  nonce: "7263921",
  to_address: "0xdac17f958d2ee523a2206206994597c13d831ec7",
  transaction_hash: "0xb42cccf1f5b2a1f9e4f0bd5ed6db3a3b54ed5a2d64ff63a80b8b9be9f9ab21e2",
  transaction_index: 0,
  transaction_type: 2,
  value: "65493524929710789",
};

/** The JSON of a page of 100 transactions, with the cursor of the page after it. */
export const pageJson = (cursor: string | null): string =>
  JSON.stringify({
    cursor,
    transactions: Array.from({ length: 100 }, (_, transaction_index) => ({
      ...transaction,
      transaction_index,
    })),
  });

/** The JSON of a page of one transaction. */
export const smallJson: string = JSON.stringify({ cursor: null, transactions: [transaction] });
