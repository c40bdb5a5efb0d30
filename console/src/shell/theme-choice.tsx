// The switch between light and dark.

import { useState } from "preact/hooks";
import { chooseTheme, chosenTheme, THEMES, type Theme } from "./theme.ts";

const SHOWN: Readonly<Record<Theme, string>> = { system: "As the system", light: "Light", dark: "Dark" };

export function ThemeChoice() {
  const [theme, setTheme] = useState(chosenTheme());
  return (
    <label class="theme-choice">
      <span>Theme</span>
      <select
        value={theme}
        onChange={(event) => {
          const chosen = event.currentTarget.value as Theme;
          chooseTheme(chosen);
          setTheme(chosen);
        }}
      >
        {THEMES.map((one) => (
          <option key={one} value={one} selected={one === theme}>
            {SHOWN[one]}
          </option>
        ))}
      </select>
    </label>
  );
}
