/** What is shown on stderr under a mistake in the command line. */
export const USAGE = `Usage: x-mcp doctor --config FILE [--json]
       x-mcp tools --config FILE [--json]
       x-mcp call NAME [key=value ...] [--args JSON] --config FILE [--json]
       x-mcp help
`;

/** What `help` and `--help` print. */
export const HELP = `x-mcp: diagnose, list and call MCP servers, modern and legacy.

${USAGE}
Commands
  doctor   Start every server, decide its era, and say what was found and what to do about it.
  tools    List the tools of all servers under the names that call takes.
  call     Call one tool and print its result. Starts only the servers it needs.
           NAME is a name that tools prints; SERVER/TOOL always works.
           The tool's arguments are written key=value, without dashes.
  help     Print this.

Options
  -c, --config FILE   Configuration with "mcpServers", as Claude Desktop and Cursor have it.
  --json              Print one JSON document instead of text.
  --args JSON         All arguments of the tool as one JSON object; key=value is stronger, key by key.
  -h, --help          Print this.
  --version           Print the version.

The answer is on stdout, everything else on stderr.

Exit codes
  0  ok                        4  unavailable: the servers that were needed
  1  unexpected                5  the tool failed
  2  usage or configuration    6  partial: some servers are unavailable (doctor, tools)
  3  authorization: a server asks for it
`;
