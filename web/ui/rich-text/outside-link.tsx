import type { ComponentProps, ReactNode } from 'react'

/** Returns undefined unless the link is http or https. */
export function parseOutsideAddress(href: string | null | undefined): URL | undefined {
  if (!href || !URL.canParse(href)) return undefined
  const parsedUrl = new URL(href)
  return parsedUrl.protocol === 'http:' || parsedUrl.protocol === 'https:' ? parsedUrl : undefined
}

interface OutsideLinkProps extends Omit<ComponentProps<'a'>, 'href' | 'target' | 'rel'> {
  href: string | null | undefined
  children: ReactNode
}

/**
 * Link that opens in a new tab, which has no access to this page. An unsafe link is rendered as plain text.
 */
export function OutsideLink({ href, children, ...rest }: OutsideLinkProps) {
  const address = parseOutsideAddress(href)
  if (!address) return <span className={rest.className}>{children}</span>
  return (
    <a {...rest} href={address.href} target="_blank" rel="noopener noreferrer">
      {children}
    </a>
  )
}
