import { compileContract } from "./solidity.ts";

/** Tells of transfers, and answers whatever it is asked as it was made to. */
export const deployOdd = compileContract(
  `contract Odd {
    event Transfer(address indexed from, address indexed to, uint256 value);
    uint256 private kind;
    constructor(uint256 kind_) {
      kind = kind_;
      emit Transfer(address(0), msg.sender, 7);
    }
    function set(uint256 kind_) external { kind = kind_; }
    function touch(address to) external { emit Transfer(address(0), to, 7); }
    function end() external { selfdestruct(payable(msg.sender)); }
    fallback() external {
      uint256 chosen = kind;
      if (chosen == 5) revert("header not found");
      assembly {
        mstore(0, 7)
        mstore(32, not(0))
        switch chosen
        case 0 { return(0, 32) }
        case 1 { return(0, 31) }
        case 2 { return(0, 0) }
        case 3 { return(0, 77) }
        case 4 { revert(0, 0) }
        case 6 { invalid() }
        case 7 { for {} 1 {} {} }
        case 8 { return(0, 100000000) }
        case 9 { return(32, 32) }
        case 10 { return(0, 200000) }
        case 11 { mstore(0, gas()) return(0, 32) }
        case 12 { if gt(calldatasize(), 35) { mstore(0, 8) } return(0, 32) }
        case 13 { mstore(0, shr(96, not(0))) return(0, 32) }
        case 14 { if gt(calldatasize(), 35) { mstore(0, calldataload(4)) return(0, 32) } }
        case 15 { burn(3000000) return(0, 32) }
        case 16 {
          if iszero(calldatasize()) { burn(3000000) return(0, 32) }
          if iszero(staticcall(gas(), address(), 0, 0, 0, 32)) { revert(0, 0) }
          return(0, 32)
        }
        case 17 { burn(20000000) return(0, 32) }
        function burn(amount) {
          let start := gas()
          for {} lt(sub(start, gas()), amount) {} {}
        }
      }
    }
  }`,
  "Odd",
);

/** What a contract of kind 9 returns. */
export const MAX = 2n ** 256n - 1n;
