import { useSyncExternalStore } from 'react'
import {
  type ThemeChoice,
  getThemeChoice,
  type ThemeName,
  getCurrentTheme,
  watchTheme,
} from './get-theme-choice.ts'

export function useThemeChoice(): ThemeChoice {
  return useSyncExternalStore(watchTheme, getThemeChoice)
}

export function useThemeName(): ThemeName {
  return useSyncExternalStore(watchTheme, getCurrentTheme)
}
