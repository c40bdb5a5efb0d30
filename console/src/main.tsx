// Entry of the console.

import "./strict-parsing.ts";
import { render } from "preact";
import { Console } from "./shell/console.tsx";
import { applyTheme } from "./shell/theme.ts";
import "./look/tokens.css";
import "./look/base.css";
import "./look/overlays.css";
import "./look/parts.css";
import "./look/shell.css";

applyTheme();
render(<Console />, document.getElementById("console") as HTMLElement);
