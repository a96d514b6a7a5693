import { LEFT_OUT, SERVER } from "./common.js";
import { list, object, type Shape } from "./shape.js";

/** Of `doctor`. */
export const DIAGNOSED: Shape = object({ servers: list(SERVER), quarantined: list(LEFT_OUT) });
