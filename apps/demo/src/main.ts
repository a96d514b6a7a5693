/** `npm run demo`: tells what one client makes of six servers. Exit code 1 if it is not as claimed. */
import { terminal } from "./print.js";
import { tellStory } from "./story.js";

const broken = await tellStory(new URL("./servers/", import.meta.url), terminal());
process.exitCode = broken.length === 0 ? 0 : 1;
