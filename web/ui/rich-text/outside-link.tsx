import type { ComponentProps, ReactNode } from 'react'

/** Returns the URL of an http(s) link out of the portal; undefined for others. */
export function parseOutsideAddress(href: string | null | undefined): URL | undefined {
  if (!href || !URL.canParse(href)) return undefined
  const address = new URL(href)
  return address.protocol === 'http:' || address.protocol === 'https:' ? address : undefined
}

interface OutsideLinkProps extends Omit<ComponentProps<'a'>, 'href' | 'target' | 'rel'> {
  href: string | null | undefined
  children: ReactNode
}

/** A link to another site in a new tab without access to this one; plain text if it is unsafe. */
export function OutsideLink({ href, children, ...rest }: OutsideLinkProps) {
  const address = parseOutsideAddress(href)
  if (!address) return <span className={rest.className}>{children}</span>
  return (
    <a {...rest} href={address.href} target="_blank" rel="noopener noreferrer">
      {children}
    </a>
  )
}
