// SPDX-License-Identifier: MIT
pragma solidity ^0.8.30;

/// Balances grow when the token is rebased, without any Transfer.
contract RebasingCoin {
    event Transfer(address indexed from, address indexed to, uint256 value);

    string public constant name = "Rebasing Coin";
    string public constant symbol = "RBC";
    uint8 public constant decimals = 18;
    uint256 public index = 1e18;
    mapping(address => uint256) private shares;

    function balanceOf(address owner) public view returns (uint256) {
        return (shares[owner] * index) / 1e18;
    }

    function mint(address to, uint256 value) external {
        shares[to] += (value * 1e18) / index;
        emit Transfer(address(0), to, value);
    }

    function transfer(address to, uint256 value) external returns (bool) {
        uint256 moved = (value * 1e18) / index;
        shares[msg.sender] -= moved;
        shares[to] += moved;
        emit Transfer(msg.sender, to, value);
        return true;
    }

    function rebase(uint256 percent) external {
        index = (index * (100 + percent)) / 100;
    }
}

/// Name and symbol are bytes32, as in tokens older than the standard.
contract Bytes32Coin {
    event Transfer(address indexed from, address indexed to, uint256 value);

    bytes32 public constant name = "Old Coin";
    bytes32 public constant symbol = "OLD";
    uint256 public constant decimals = 6;
    mapping(address => uint256) public balanceOf;

    function mint(address to, uint256 value) external {
        balanceOf[to] += value;
        emit Transfer(address(0), to, value);
    }

    function transfer(address to, uint256 value) external returns (bool) {
        balanceOf[msg.sender] -= value;
        balanceOf[to] += value;
        emit Transfer(msg.sender, to, value);
        return true;
    }
}

/// Tells nothing about itself: name and decimals revert, and there is no symbol.
contract SilentCoin {
    event Transfer(address indexed from, address indexed to, uint256 value);

    mapping(address => uint256) public balanceOf;

    function name() external pure returns (string memory) {
        revert("no name");
    }

    function decimals() external pure returns (uint8) {
        revert("no decimals");
    }

    function mint(address to, uint256 value) external {
        balanceOf[to] += value;
        emit Transfer(address(0), to, value);
    }
}

/// Wraps the native token. Deposits and withdrawals move balances without a Transfer.
contract WrappedNative {
    event Transfer(address indexed from, address indexed to, uint256 value);
    event Deposit(address indexed to, uint256 value);
    event Withdrawal(address indexed from, uint256 value);

    string public constant name = "Wrapped Ether";
    string public constant symbol = "WETH";
    uint8 public constant decimals = 18;
    mapping(address => uint256) public balanceOf;

    function deposit() external payable {
        balanceOf[msg.sender] += msg.value;
        emit Deposit(msg.sender, msg.value);
    }

    function withdraw(uint256 value) external {
        balanceOf[msg.sender] -= value;
        emit Withdrawal(msg.sender, value);
        (bool paid, ) = msg.sender.call{value: value}("");
        require(paid, "not paid");
    }

    function transfer(address to, uint256 value) external returns (bool) {
        balanceOf[msg.sender] -= value;
        balanceOf[to] += value;
        emit Transfer(msg.sender, to, value);
        return true;
    }
}
