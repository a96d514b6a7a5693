/** The build gathers style sheets into one beside the script. */
declare module "*.css";
