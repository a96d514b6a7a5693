import { complete } from "./complete.js";
import { surroundings } from "./known.js";

const words = process.argv.slice(process.argv[3] === "--" ? 4 : 3);
process.stdout.write(await complete(words, surroundings));
