import { useSyncExternalStore } from 'react'
import { type ThemeChoice, themeChoice, type ThemeName, themeNow, watchTheme } from './theme-choice.ts'

export function useThemeChoice(): ThemeChoice {
  return useSyncExternalStore(watchTheme, themeChoice)
}

export function useThemeName(): ThemeName {
  return useSyncExternalStore(watchTheme, themeNow)
}
