/**
 * Theme chosen by the user: light, dark, or that of the system. It is stored in this browser, and boot.ts
 * applies it before the first paint.
 */
export type ThemeChoice = 'light' | 'dark' | 'system'
export type ThemeName = 'light' | 'dark'

const KEY = 'THEME'
const system = matchMedia('(prefers-color-scheme: dark)')
const watchers = new Set<() => void>()

export function getThemeChoice(): ThemeChoice {
  const chosen = localStorage.getItem(KEY)
  return chosen === 'light' || chosen === 'dark' ? chosen : 'system'
}

export function getCurrentTheme(): ThemeName {
  const choice = getThemeChoice()
  if (choice !== 'system') return choice
  return system.matches ? 'dark' : 'light'
}

export function chooseTheme(choice: ThemeChoice): void {
  if (choice === 'system') localStorage.removeItem(KEY)
  else localStorage.setItem(KEY, choice)
  apply()
}

function apply(): void {
  document.documentElement.dataset.theme = getCurrentTheme()
  for (const watcher of watchers) watcher()
}

/**
 * Calls `watcher` when the theme changes, also when the system or another tab changes it. Returns a function
 * that stops watching.
 */
export function watchTheme(watcher: () => void): () => void {
  if (watchers.size === 0) {
    system.addEventListener('change', apply)
    addEventListener('storage', onStorage)
  }
  watchers.add(watcher)
  return () => watchers.delete(watcher)
}

function onStorage(event: StorageEvent): void {
  if (event.key === KEY) apply()
}
