// What a command loads that works on servers. Where the program is built, all of it is in one file, or nearly:
// to find and open a file takes Node longer than to read over some that this run does not use.
import "./call.js";
import "./on-servers.js";
import "./server-transport.js";
import "./tell-failure.js";
import "@x/transport-stdio";
