/** What is shown on stderr under a mistake in the command line. */
export const USAGE = `Usage: x-mcp doctor                       Say of every server what it is, or what is wrong with it.
       x-mcp tools                        List the tools of all servers.
       x-mcp call NAME [key=value ...]    Call a tool and print its result.
       x-mcp resources [SERVER]           List the resources of all servers, or of one.
       x-mcp read SERVER URI              Print what a resource holds.
       x-mcp prompts                      List the prompts of all servers.
       x-mcp prompt NAME [key=value ...]  Get a prompt and print its messages.
       x-mcp listen SERVER                Print what changes at a server, until interrupted.
       x-mcp replay FILE                  Be the server that a trace recorded, on stdin and stdout.
       x-mcp help                         Print the options, examples and exit codes.
Each but replay takes --config FILE, --json and --trace FILE.
`;

/** What `help` and `--help` print. */
export const HELP = `x-mcp: a command line for MCP servers, modern and legacy.
The answer is on stdout, everything else on stderr.

${USAGE}NAME is one that tools or prompts prints; SERVER/NAME always works and starts only that server.

Options
  -c, --config FILE   Configuration with "mcpServers", as Claude Desktop and Cursor have it.
  --json              Print one JSON document instead of text; listen: one a line.
  --trace FILE        Write all that goes over the wire into a file, without secrets.
  --timeout SECONDS   Not doctor, replay: the most that opening a server, or its answer, may take.
  --args JSON         call: all arguments as one JSON object; key=value is stronger, key by key.
  --log LEVEL         call: print what the server logs meanwhile, from this severity on.
  --on-input WAY      call, prompt, read: a server asks for input: ask, decline or fail.
  --answers FILE      call, prompt, read: JSON with the values of forms, by the names of fields.
  --output FILE       read: save the content, such as an image, instead of printing it.
  --for SECONDS       listen: end after this time.
  --tools, --prompts, --resources, --resource URI (or several)   listen: only to changes of these.
  --server NAME       replay: which server of the trace to be.
  -h, --help and --version print this, and the version.

Examples
  x-mcp doctor -c mcp.json
  x-mcp call files/search query=refund -c mcp.json
  x-mcp read files file:///logo.png --output logo.png -c mcp.json

Exit codes
  0  ok                        5  failed: the tool, or what else a server was asked for
  1  unexpected                6  partial: some servers are unavailable, or a list broke off
  2  usage or configuration    7  input required: a server asks for it, and does not get it
  3  authorization required    8  timed out: a server was not ready, or did not answer, in time
  4  unavailable               129, 130, 143: ended by SIGHUP, SIGINT, SIGTERM
`;
