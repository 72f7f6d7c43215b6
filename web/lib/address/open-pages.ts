/** Pages that gateways send the browser back to (rules 15.9). */
const RETURNS = [
  '/billings/payments/aqwire/success',
  '/billings/payments/aqwire/cancel',
  '/billings/payments/dragonpay/message',
]

/** Whether the address is one of those that open without a session: a gateway's return, with `path=open`. */
export function isOpenPage({ pathname, search }: Pick<Location, 'pathname' | 'search'>): boolean {
  return RETURNS.includes(pathname.replace(/\/$/, '')) && new URLSearchParams(search).get('path') === 'open'
}

/** Returns the address for somebody who logs in first. */
export function behindLogin({ pathname, search }: Pick<Location, 'pathname' | 'search'>): string {
  const params = new URLSearchParams(search)
  params.delete('path')
  return `${pathname}${params.size > 0 ? `?${params}` : ''}`
}
