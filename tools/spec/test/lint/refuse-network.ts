import { Socket } from "node:net";

// Loaded before a program that must not ask any host: every way out goes through this method.
Socket.prototype.connect = () => {
  process.stderr.write("a connection was tried\n");
  process.exit(99);
};
