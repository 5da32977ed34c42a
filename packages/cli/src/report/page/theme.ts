import { byId } from './elements.ts';

/** Follows the system until the button is used; a choice is kept where the browser allows it. */
export function setUpTheme(changed: () => void): { toggle: () => void } {
  const dark = matchMedia('(prefers-color-scheme: dark)');
  let chosen = readChoice();
  const apply = () => {
    const theme = chosen ?? (dark.matches ? 'dark' : 'light');
    document.documentElement.dataset.theme = theme;
    byId('theme').textContent = theme === 'dark' ? 'Light' : 'Dark';
    changed();
  };
  const toggle = () => {
    chosen = document.documentElement.dataset.theme === 'dark' ? 'light' : 'dark';
    try {
      localStorage.setItem('selfcollide-theme', chosen);
    } catch {
      // pages opened from disk may have no storage
    }
    apply();
  };
  dark.addEventListener('change', apply);
  byId('theme').addEventListener('click', toggle);
  apply();
  return { toggle };
}

function readChoice(): 'light' | 'dark' | undefined {
  try {
    const stored = localStorage.getItem('selfcollide-theme');
    return stored === 'light' || stored === 'dark' ? stored : undefined;
  } catch {
    return undefined;
  }
}
