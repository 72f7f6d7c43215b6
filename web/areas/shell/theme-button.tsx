import { Moon, Sun, SunMoon } from 'lucide-react'
import { IconButton } from '#ui/controls/button.tsx'
import { chooseTheme, type ThemeChoice } from '#ui/theme/get-theme-choice.ts'
import { useThemeChoice } from '#ui/theme/use-theme.ts'

const NEXT_THEME: Record<ThemeChoice, ThemeChoice> = { system: 'light', light: 'dark', dark: 'system' }
const THEME_ICONS = { system: SunMoon, light: Sun, dark: Moon }
const NEXT_THEME_LABELS: Record<ThemeChoice, string> = {
  system: 'that of this device',
  light: 'light',
  dark: 'dark',
}
const CURRENT_THEME_LABELS: Record<ThemeChoice, string> = {
  system: 'same as this device',
  light: 'light',
  dark: 'dark',
}

export function ThemeButton() {
  const choice = useThemeChoice()
  return (
    <IconButton
      icon={THEME_ICONS[choice]}
      label={`Theme: ${CURRENT_THEME_LABELS[choice]}. Switch to ${NEXT_THEME_LABELS[NEXT_THEME[choice]]}`}
      onClick={() => chooseTheme(NEXT_THEME[choice])}
    />
  )
}
