import { render } from "preact";
import { Studio } from "./shell/Studio";
import "./style/base.css";
import "./style/policy.css";
import "./style/shell.css";
import "./style/controls.css";
import "./style/dialogs.css";
import "./style/tables.css";
import "./style/tree.css";
import "./style/screens.css";
import "./style/scatter.css";

const place = document.getElementById("studio");
if (place) render(<Studio />, place);
