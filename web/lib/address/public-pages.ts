/** Pages to which payment gateways redirect after a payment (rules 15.9). */
const PAYMENT_RETURN_PATHS = [
  '/billings/payments/aqwire/success',
  '/billings/payments/aqwire/cancel',
  '/billings/payments/dragonpay/message',
]

/**
 * Returns whether the page works without a session. These are the return pages of payment gateways, with
 * `path=open` in the URL.
 */
export function isPublicPage({ pathname, search }: Pick<Location, 'pathname' | 'search'>): boolean {
  return (
    PAYMENT_RETURN_PATHS.includes(pathname.replace(/\/$/, '')) &&
    new URLSearchParams(search).get('path') === 'open'
  )
}

export function getAddressAfterLogin({ pathname, search }: Pick<Location, 'pathname' | 'search'>): string {
  const params = new URLSearchParams(search)
  params.delete('path')
  return `${pathname}${params.size > 0 ? `?${params}` : ''}`
}
