/** Payment gateways redirect to them (rules 15.9). */
const RETURN_PAGES = [
  '/billings/payments/aqwire/success',
  '/billings/payments/aqwire/cancel',
  '/billings/payments/dragonpay/message',
]

/** Return pages of gateways need no session if the URL has `path=open`. */
export function isOpenPage({ pathname, search }: Pick<Location, 'pathname' | 'search'>): boolean {
  return (
    RETURN_PAGES.includes(pathname.replace(/\/$/, '')) && new URLSearchParams(search).get('path') === 'open'
  )
}

export function getAddressAfterLogin({ pathname, search }: Pick<Location, 'pathname' | 'search'>): string {
  const params = new URLSearchParams(search)
  params.delete('path')
  return `${pathname}${params.size > 0 ? `?${params}` : ''}`
}
