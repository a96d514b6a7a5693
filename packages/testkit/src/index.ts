export { groupMembers, processesWith } from "./process-group.js";
