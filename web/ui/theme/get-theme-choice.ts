/**
 * Colour theme that the user chose. It is stored in this browser, and boot.ts applies it before the first
 * paint.
 */
export type ThemeChoice = 'light' | 'dark' | 'system'
export type ThemeName = 'light' | 'dark'

const THEME_KEY = 'THEME'
const systemThemeQuery = matchMedia('(prefers-color-scheme: dark)')
const watchers = new Set<() => void>()

export function getThemeChoice(): ThemeChoice {
  const storedTheme = localStorage.getItem(THEME_KEY)
  return storedTheme === 'light' || storedTheme === 'dark' ? storedTheme : 'system'
}

export function getCurrentTheme(): ThemeName {
  const choice = getThemeChoice()
  if (choice !== 'system') return choice
  return systemThemeQuery.matches ? 'dark' : 'light'
}

export function chooseTheme(choice: ThemeChoice): void {
  if (choice === 'system') localStorage.removeItem(THEME_KEY)
  else localStorage.setItem(THEME_KEY, choice)
  applyTheme()
}

function applyTheme(): void {
  document.documentElement.dataset.theme = getCurrentTheme()
  for (const watcher of watchers) watcher()
}

/**
 * Calls `watcher` when the theme changes, also when the system or another tab changes it. Returns a function
 * that stops watching.
 */
export function watchTheme(watcher: () => void): () => void {
  if (watchers.size === 0) {
    systemThemeQuery.addEventListener('change', applyTheme)
    addEventListener('storage', handleStorage)
  }
  watchers.add(watcher)
  return () => watchers.delete(watcher)
}

function handleStorage(event: StorageEvent): void {
  if (event.key === THEME_KEY) applyTheme()
}
