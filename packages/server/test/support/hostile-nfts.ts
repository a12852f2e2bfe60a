import { compileContract } from "./solidity.ts";

/** An ERC-721 collection whose token URIs are `data:` JSON: token `n` nests `n` arrays in its attributes. */
export const deployDeep = compileContract(
  `contract Deep {
    event Transfer(address indexed from, address indexed to, uint256 indexed tokenId);
    function mint(address to, uint256 depth) external { emit Transfer(address(0), to, depth); }
    function supportsInterface(bytes4 id) external pure returns (bool) { return id == 0x80ac58cd; }
    function tokenURI(uint256 depth) external pure returns (string memory) {
      bytes memory open = new bytes(depth);
      bytes memory close = new bytes(depth);
      fill(open, 0x5b);
      fill(close, 0x5d);
      return string.concat('data:application/json,{"attributes":', string(open), string(close), "}");
    }
    function fill(bytes memory text, uint256 character) private pure {
      uint256 word = character * (type(uint256).max / 255);
      for (uint256 at = 32; at <= text.length; at += 32) {
        assembly { mstore(add(text, at), word) }
      }
    }
  }`,
  "Deep",
);
