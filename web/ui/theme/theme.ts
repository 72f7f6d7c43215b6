import { theme as antd, type ThemeConfig } from 'antd'
import type { ThemeName } from './theme-choice.ts'

/** Residents' pages are roomy (16 px, 48 px controls), administrators' are dense (14 px, 36 px). */
export type Density = 'comfort' | 'compact'

const HUES = ['gold', 'lime', 'geekblue', 'green', 'magenta', 'red'] as const

/**
 * tokens.css as an Ant Design theme. The values are read off the page, so that each stands in one place only; call it
 * after `data-theme` is set.
 */
export function antdTheme(name: ThemeName, density: Density): ThemeConfig {
  const style = getComputedStyle(document.documentElement)
  const of = (token: string): string => style.getPropertyValue(`--${token}`).trim()
  const colors = colorsOf(of)
  const compact = density === 'compact'
  return {
    // Ant Design's dark algorithm computes seed colours anew, so ours are laid over its result
    algorithm: [
      name === 'dark' ? antd.darkAlgorithm : antd.defaultAlgorithm,
      (_seed, computed) => ({ ...(computed ?? antd.defaultAlgorithm(antd.defaultSeed)), ...colors }),
    ],
    // each theme under a name of its own, or the second would find the first's styles
    cssVar: { key: `tahanan-${name}-${density}` },
    hashed: false,
    token: {
      ...colors,
      fontFamily: of('font'),
      fontSize: compact ? 14 : 16,
      controlHeight: compact ? 36 : 48,
      borderRadius: compact ? 8 : 10,
      borderRadiusSM: 6,
      borderRadiusLG: 16,
      motionDurationFast: of('fast'),
      motionDurationMid: of('base'),
      motionDurationSlow: of('slow'),
      motionEaseOut: of('ease'),
      boxShadow: of('shadow-3'),
      boxShadowSecondary: of('shadow-3'),
      wireframe: false,
    },
    components: {
      Button: {
        primaryColor: of('on-primary'),
        fontWeight: 600,
        primaryShadow: 'none',
        defaultShadow: 'none',
        dangerShadow: 'none',
      },
      Table: {
        headerBg: 'transparent',
        headerSplitColor: 'transparent',
        headerColor: of('ink-muted'),
        borderColor: of('line'),
      },
      Segmented: {
        trackBg: of('sunken'),
        itemSelectedBg: name === 'dark' ? of('primary-tint-2') : of('surface'),
      },
      Badge: { colorError: of('accent'), colorTextLightSolid: of('on-accent') },
      Checkbox: { colorWhite: of('on-primary') },
      Radio: { colorWhite: of('on-primary') },
    },
  }
}

function colorsOf(of: (token: string) => string): Record<string, string> {
  const colors: Record<string, string> = {
    colorPrimary: of('primary'),
    colorPrimaryHover: of('primary-hover'),
    colorPrimaryActive: of('primary-active'),
    colorInfo: of('primary'),
    colorLink: of('primary'),
    colorLinkHover: of('primary-hover'),
    colorLinkActive: of('primary-active'),
    colorPrimaryBg: of('primary-tint'),
    colorPrimaryBgHover: of('primary-tint-2'),
    controlItemBgActive: of('primary-tint'),
    controlItemBgActiveHover: of('primary-tint-2'),
    controlOutline: of('primary-tint-2'),
    colorBgLayout: of('page'),
    colorBgContainer: of('surface'),
    colorBgElevated: of('raised'),
    colorBgMask: of('scrim'),
    colorBgContainerDisabled: of('sunken'),
    colorFillAlter: of('sunken'),
    controlItemBgHover: of('sunken'),
    colorText: of('ink'),
    colorTextSecondary: of('ink-muted'),
    colorTextTertiary: of('ink-subtle'),
    colorTextPlaceholder: of('ink-subtle'),
    colorTextDisabled: of('ink-subtle'),
    colorTextLightSolid: of('on-primary'),
    colorBorder: of('line-control'),
    colorBorderSecondary: of('line'),
    colorSplit: of('line'),
  }
  for (const [word, hue] of [
    ['Success', 'green'],
    ['Warning', 'gold'],
    ['Error', 'red'],
  ]) {
    colors[`color${word}`] = of(`${hue}`)
    colors[`color${word}Bg`] = of(`${hue}-tint`)
    colors[`color${word}Border`] = of(`${hue}-edge`)
  }
  // Ant Design reads both spellings of a preset hue
  for (const hue of HUES) {
    for (const dash of ['', '-']) {
      colors[`${hue}${dash}1`] = of(`${hue}-tint`)
      colors[`${hue}${dash}3`] = of(`${hue}-edge`)
      colors[`${hue}${dash}7`] = of(hue)
    }
  }
  return colors
}
