import {
  type GetPromptResult,
  type Prompt,
  ProtocolError,
  ProtocolErrorCode,
} from "@modelcontextprotocol/server";

/** A prompt, and the text that it becomes. */
interface Template {
  readonly prompt: Prompt;
  readonly text: (given: Readonly<Record<string, string>>) => string;
}

const CHAIN = { name: "chain", description: "Blockchain name, such as ethereum.", required: true };

const TEMPLATES: readonly Template[] = [
  {
    prompt: {
      name: "summarize_wallet",
      title: "Summarize a wallet",
      description: "What a wallet holds, and what it did last.",
      arguments: [CHAIN, { name: "wallet", description: "Wallet address.", required: true }],
    },
    text: ({ chain, wallet }) =>
      `Summarize the wallet ${wallet} on ${chain}. Call wallet_summary. Tell the tokens with their amounts, the ` +
      "NFTs, and the latest transactions with direction, counterparty and amount. Say what the lists do not cover, " +
      "and follow cursors only if I ask for more.",
  },
  {
    prompt: {
      name: "explain_transaction",
      title: "Explain a transaction",
      description: "Who sent what to whom, and whether it succeeded.",
      arguments: [CHAIN, { name: "hash", description: "Transaction hash.", required: true }],
    },
    text: ({ chain, hash }) =>
      `Explain the transaction ${hash} on ${chain}. Call getTransaction, and getBlock for its block. Tell sender, ` +
      "receiver, value in whole units, fee, status and time, and what its call data and logs show. Keep facts " +
      "apart from guesses.",
  },
  {
    prompt: {
      name: "compare_chains",
      title: "Compare the served chains",
      description: "Which chains are served, and what their latest blocks hold.",
      arguments: [],
    },
    text: () =>
      "Call list_chains, then getBlock with block_number latest for each chain that is served. Compare number, " +
      "time, transaction count and gas in a table, and name the chains whose latest block is old.",
  },
];

/** The prompts. */
export const prompts: Prompt[] = TEMPLATES.map(({ prompt }) => prompt);

/**
 * Makes the message of a prompt.
 *
 * @throws ProtocolError for an unknown prompt or a missing argument.
 */
export function getPrompt(
  name: string,
  given: Readonly<Record<string, string>> = {},
): GetPromptResult {
  const template = TEMPLATES.find(({ prompt }) => prompt.name === name);
  if (!template) {
    const known = prompts.map((each) => each.name).join(", ");
    throw invalid(`unknown prompt ${name}; expected one of ${known}`);
  }
  const missing = template.prompt.arguments?.find((each) => each.required && !given[each.name]);
  if (missing) {
    throw invalid(`${name}: ${missing.name} is required`);
  }
  const { description = "" } = template.prompt;
  const text = template.text(given);
  return { description, messages: [{ role: "user", content: { type: "text", text } }] };
}

function invalid(message: string): ProtocolError {
  return new ProtocolError(ProtocolErrorCode.InvalidParams, message);
}
