import { Moon, Sun, SunMoon } from 'lucide-react'
import { IconButton } from '../ui/button.tsx'
import { chooseTheme, type ThemeChoice } from '../ui/theme-choice.ts'
import { useThemeChoice } from '../ui/use-theme.ts'

const NEXT: Record<ThemeChoice, ThemeChoice> = { system: 'light', light: 'dark', dark: 'system' }
const ICONS = { system: SunMoon, light: Sun, dark: Moon }
const WORDS: Record<ThemeChoice, string> = { system: 'as the system', light: 'light', dark: 'dark' }

/** Turns through light, dark, and as the system. */
export function ThemeButton() {
  const choice = useThemeChoice()
  return (
    <IconButton
      icon={ICONS[choice]}
      label={`Colours: ${WORDS[choice]}. Change to ${WORDS[NEXT[choice]]}`}
      onClick={() => chooseTheme(NEXT[choice])}
    />
  )
}
