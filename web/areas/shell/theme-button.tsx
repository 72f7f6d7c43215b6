import { Moon, Sun, SunMoon } from 'lucide-react'
import { IconButton } from '#ui/controls/button.tsx'
import { chooseTheme, type ThemeChoice } from '#ui/theme/get-theme-choice.ts'
import { useThemeChoice } from '#ui/theme/use-theme.ts'

const NEXT: Record<ThemeChoice, ThemeChoice> = { system: 'light', light: 'dark', dark: 'system' }
const ICONS = { system: SunMoon, light: Sun, dark: Moon }
const TO: Record<ThemeChoice, string> = { system: 'that of this device', light: 'light', dark: 'dark' }
const WORDS: Record<ThemeChoice, string> = { system: 'same as this device', light: 'light', dark: 'dark' }

export function ThemeButton() {
  const choice = useThemeChoice()
  return (
    <IconButton
      icon={ICONS[choice]}
      label={`Theme: ${WORDS[choice]}. Switch to ${TO[NEXT[choice]]}`}
      onClick={() => chooseTheme(NEXT[choice])}
    />
  )
}
