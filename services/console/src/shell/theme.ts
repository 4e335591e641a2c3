/** Light or dark: as the system says, unless the user chose one. The choice is all that the console stores in the browser. */
export type Theme = 'light' | 'dark';

const KEY = 'strata-theme';
const system = matchMedia('(prefers-color-scheme: dark)');

const chosen = (): Theme | undefined => {
  const value = localStorage.getItem(KEY);
  return value === 'light' || value === 'dark' ? value : undefined;
};

export const currentTheme = (): Theme => chosen() ?? (system.matches ? 'dark' : 'light');

const show = (): void => {
  document.documentElement.dataset['theme'] = currentTheme();
};

/** Shows the theme now, and when the system changes it. */
export function followTheme(): void {
  show();
  system.addEventListener('change', show);
}

export function chooseTheme(theme: Theme): void {
  localStorage.setItem(KEY, theme);
  show();
}
