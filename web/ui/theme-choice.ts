import { useSyncExternalStore } from 'react'

/** Light, dark, or as the system does. Remembered in this browser; public/theme.js applies it before the first paint. */
export type ThemeChoice = 'light' | 'dark' | 'system'
export type ThemeName = 'light' | 'dark'

const KEY = 'THEME'
const system = matchMedia('(prefers-color-scheme: dark)')
const watchers = new Set<() => void>()

export function themeChoice(): ThemeChoice {
  const chosen = localStorage.getItem(KEY)
  return chosen === 'light' || chosen === 'dark' ? chosen : 'system'
}

/** The theme on the page now. */
export function themeNow(): ThemeName {
  const choice = themeChoice()
  if (choice !== 'system') return choice
  return system.matches ? 'dark' : 'light'
}

export function chooseTheme(choice: ThemeChoice): void {
  if (choice === 'system') localStorage.removeItem(KEY)
  else localStorage.setItem(KEY, choice)
  apply()
}

function apply(): void {
  document.documentElement.dataset.theme = themeNow()
  for (const watcher of watchers) watcher()
}

system.addEventListener('change', apply)
addEventListener('storage', (event) => {
  if (event.key === KEY) apply()
})

function watch(watcher: () => void): () => void {
  watchers.add(watcher)
  return () => watchers.delete(watcher)
}

export function useThemeChoice(): ThemeChoice {
  return useSyncExternalStore(watch, themeChoice)
}

export function useThemeName(): ThemeName {
  return useSyncExternalStore(watch, themeNow)
}
