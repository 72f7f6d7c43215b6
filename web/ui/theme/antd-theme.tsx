import { ConfigProvider } from 'antd'
import { type ReactNode, useMemo } from 'react'
import { useThemeName } from './use-theme.ts'
import { antdTheme, type Density } from './theme.ts'

interface AntdThemeProps {
  /** The area's, unless told. */
  density?: Density
  children: ReactNode
}

/** The nonce under which the server's content-security policy lets Ant Design write its styles. */
function styleNonce(): string | undefined {
  return document.querySelector<HTMLMetaElement>('meta[name="style-nonce"]')?.content
}

function areaDensity(): Density {
  return document.documentElement.dataset.density === 'compact' ? 'compact' : 'comfort'
}

/** A popup belongs into the dialog its control stands in: outside it, it would lie beneath and be inert. */
function popupHome(trigger?: HTMLElement): HTMLElement {
  return trigger?.closest('dialog') ?? document.body
}

/** The portal's look for the Ant Design controls below. Pages without such controls need not load it. */
export function AntdTheme({ density = areaDensity(), children }: AntdThemeProps) {
  const name = useThemeName()
  const theme = useMemo(() => antdTheme(name, density), [name, density])
  const csp = useMemo(() => ({ nonce: styleNonce() }), [])
  return (
    <ConfigProvider theme={theme} csp={csp} getPopupContainer={popupHome}>
      {children}
    </ConfigProvider>
  )
}
