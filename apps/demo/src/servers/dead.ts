/** A server that cannot start: it says why on stderr and ends with exit code 3, reading nothing. */
console.error("fatal: missing API_KEY");
process.exitCode = 3;
