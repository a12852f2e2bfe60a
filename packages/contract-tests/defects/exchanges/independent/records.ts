import { AT, all, type Body, pages, records } from "../mutation.ts";
import { block, type Mutations, transaction } from "./tools.ts";

const ETHER = 10n ** 18n;
const both = (change: (record: Body) => void) =>
  all(transaction(change), records(AT.transactions, change));
/** Moves the decimal point of digits. */
const shifted = (digits: string, places: number) => {
  const padded = digits.padStart(places + 1, "0");
  return `${padded.slice(0, -places)}.${padded.slice(-places)}`.replace(/\.?0+$/, "");
};

/** Values against what the description of a field states. */
export const VALUES: Mutations = {
  "value in whole tokens without a fraction": transaction((record) => {
    record.value = Math.floor(record.value);
  }),
  "value in gwei": transaction((record) => {
    record.value *= 1e9;
  }),
  "value in wei": transaction((record) => {
    record.value = Number(record.value_raw);
  }),
  "value zero below a millionth": transaction((record) => {
    record.value = record.value < 1e-6 ? 0 : record.value;
  }),
  "gas_price is the maximum": transaction((record) => {
    record.gas_price = record.max_fee_per_gas ?? record.gas_price;
  }),
  "fees of the fee market for legacy transactions": both((record) => {
    record.max_fee_per_gas ??= record.gas_price;
    record.max_priority_fee_per_gas ??= record.gas_price;
  }),
  "contract_address of calls is the contract called": transaction((record) => {
    record.contract_address ??= record.input === "0x" ? null : record.to_address;
  }),
  "contract_address null for creations": transaction((record) => {
    record.contract_address = null;
  }),
  "to_address of creations is zero": both((record) => {
    record.to_address ??= `0x${"0".repeat(40)}`;
  }),
  "to_address of creations is the contract": transaction((record) => {
    record.to_address ??= record.contract_address;
  }),
  "indexes from one": both((record) => {
    record.transaction_index += 1;
  }),
  "balances in eighteen decimals": records(AT.erc20, (record) => {
    record.balance = shifted(record.raw_balance, 18);
  }),
  "balances cut to two decimals": records(AT.erc20, (record) => {
    record.balance = record.balance.replace(/(\.\d\d)\d+/, "$1");
  }),
  "balances with a separator of thousands": records(AT.erc20, (record) => {
    record.balance = record.balance.replace(/\B(?=(\d{3})+(?!\d))/g, ",");
  }),
  "balances in scientific notation": records(AT.erc20, (record) => {
    record.balance = Number(record.balance).toExponential();
  }),
  "balances through a double": records(AT.erc20, (record) => {
    record.balance = String(Number(record.balance));
  }),
  "listed values in whole tokens": records(AT.latest, (record) => {
    record.value = shifted(record.value, 18);
  }),
  "a negative base fee": block((record) => {
    record.base_fee_per_gas = record.base_fee_per_gas && `-${record.base_fee_per_gas}`;
  }),
  "a transaction of the same block twice": pages(AT.blockList, (items) =>
    items.length > 1 ? [items[0], ...items.slice(0, -1)] : items,
  ),
};

/** Facts of a transaction that a careful reading forbids. */
export const FACTS: Mutations = {
  "value_raw through a double": transaction((record) => {
    record.value_raw = String(BigInt(Number(record.value_raw)));
  }),
  "listed values through a double": records(AT.transactions, (record) => {
    record.value = String(BigInt(Number(record.value)));
  }),
  "listed values through a double for blocks only": records(AT.blockList, (record) => {
    record.value = String(BigInt(Number(record.value)));
  }),
  "value_raw cut to a millionth": transaction((record) => {
    record.value_raw = String((BigInt(record.value_raw) / 10n ** 12n) * 10n ** 12n);
  }),
  "value_raw of whole tokens only": transaction((record) => {
    record.value_raw = String((BigInt(record.value_raw) / ETHER) * ETHER);
    record.value = Number(record.value_raw) / 1e18;
  }),
  "cumulative_gas_used of the transaction alone": transaction((record) => {
    record.cumulative_gas_used = record.gas_used;
  }),
  "cumulative_gas_used up to the transaction before": transaction((record) => {
    record.cumulative_gas_used = String(
      BigInt(record.cumulative_gas_used) - BigInt(record.gas_used),
    );
  }),
  "cumulative_gas_used of the whole block": transaction((record) => {
    if (record.gas_used === "21000") {
      record.cumulative_gas_used = "105000";
    }
  }),
  "effective_gas_price is the maximum": transaction((record) => {
    record.effective_gas_price = record.max_fee_per_gas ?? record.effective_gas_price;
  }),
  "effective_gas_price is the priority fee": transaction((record) => {
    record.effective_gas_price = record.max_priority_fee_per_gas ?? record.effective_gas_price;
  }),
  "listed gas_price is the maximum": records(AT.transactions, (record) => {
    record.gas_price = record.max_fee_per_gas ?? record.gas_price;
  }),
  "gas and gas_used exchanged": transaction((record) => {
    [record.gas, record.gas_used] = [record.gas_used, record.gas];
  }),
  "the priority fee above the maximum": both((record) => {
    [record.max_fee_per_gas, record.max_priority_fee_per_gas] = [
      record.max_priority_fee_per_gas,
      record.max_fee_per_gas,
    ];
  }),
  "nonce one higher in lookups": transaction((record) => {
    record.nonce = String(BigInt(record.nonce) + 1n);
  }),
  "indexes from one in lookups": transaction((record) => {
    record.transaction_index += 1;
  }),
  "all indexes zero in listings": records(AT.transactions, (record) => {
    record.transaction_index = 0;
  }),
  "input cut to the selector in listings": records(AT.transactions, (record) => {
    record.input = record.input.slice(0, 10);
  }),
  "input cut to a kilobyte": transaction((record) => {
    record.input = record.input.slice(0, 2050);
  }),
  "transaction_type of listings always zero": records(AT.transactions, (record) => {
    record.transaction_type = 0;
  }),
  "sender and recipient exchanged for transfers of a wallet": records(AT.wallet, (record) => {
    if (record.input === "0x") {
      [record.from_address, record.to_address] = [record.to_address, record.from_address];
    }
  }),
  "recipient of listed creations is the sender": records(AT.wallet, (record) => {
    record.to_address ??= record.from_address;
  }),
};
