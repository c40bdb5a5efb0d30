// Light or dark: as the system says, unless one was chosen here.

export const THEMES = ["system", "light", "dark"] as const;
export type Theme = (typeof THEMES)[number];

const KEY = "edgebrain.theme";

export function chosenTheme(): Theme {
  const kept = localStorage.getItem(KEY);
  return THEMES.find((theme) => theme === kept) ?? "system";
}

export function chooseTheme(theme: Theme): void {
  localStorage.setItem(KEY, theme);
  applyTheme();
}

/** The style sheets read it from the root element. */
export function applyTheme(): void {
  document.documentElement.dataset.theme = chosenTheme();
}
