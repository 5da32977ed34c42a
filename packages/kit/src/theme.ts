const KEY = 'selfcollide-theme';

/** Light or dark as the system says, unless the button was used. `onChange` is called after either changes. */
export function followTheme(button: HTMLElement, onChange: () => void): void {
  const root = document.documentElement;
  const system = matchMedia('(prefers-color-scheme: dark)');
  const stored = readStored();
  if (stored) root.dataset.theme = stored;
  system.addEventListener('change', onChange);
  button.addEventListener('click', () => {
    const dark = root.dataset.theme ? root.dataset.theme === 'dark' : system.matches;
    root.dataset.theme = dark ? 'light' : 'dark';
    try {
      localStorage.setItem(KEY, root.dataset.theme);
    } catch {
      // storage is off: the choice lasts as long as the page
    }
    onChange();
  });
}

function readStored(): string | null {
  try {
    return localStorage.getItem(KEY);
  } catch {
    return null;
  }
}
