import { render } from "preact";
import { Page } from "./whole-page.js";
import "./colours.css";
import "./page.css";
import "./controls.css";
import "./panels.css";

const root = document.getElementById("page");
if (root !== null) render(<Page url={socketUrl()} />, root);

/** The token is behind the `#` of the page's own URL. */
function socketUrl(): string {
  const token = new URLSearchParams(location.hash.slice(1)).get("token") ?? "";
  return `ws://${location.host}/socket?token=${encodeURIComponent(token)}`;
}
