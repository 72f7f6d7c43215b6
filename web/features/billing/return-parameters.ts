export interface ReturnParameters {
  method: 'dragonpay' | 'aqwire'
  /**
   * Whether the user cancelled the payment. In this case AQWire redirects to another path, and Dragonpay
   * sends a status.
   */
  cancelled: boolean
  key: string | undefined
  /** URL parameters as the gateway sent them, but with long texts truncated. */
  entries: readonly (readonly [name: string, value: string])[]
  params: URLSearchParams
}

const MAX_VALUE_LENGTH = 200
const MAX_PARAMETERS = 20

export function parseReturnParameters({
  pathname,
  search,
}: Pick<Location, 'pathname' | 'search'>): ReturnParameters {
  const params = new URLSearchParams(search)
  const method = pathname.includes('/dragonpay/') ? 'dragonpay' : 'aqwire'
  const parameterNames = method === 'dragonpay' ? ['txnid'] : ['transactionId', 'referenceId']
  const key = parameterNames.map((name) => params.get(name) ?? '').find((value) => value !== '') ?? ''
  return {
    method,
    cancelled: pathname.replace(/\/$/, '').endsWith('/cancel'),
    key: key === '' || key.length > MAX_VALUE_LENGTH ? undefined : key,
    entries: [...params]
      .filter(([name, value]) => name !== 'path' && value !== '')
      .slice(0, MAX_PARAMETERS)
      .map(([name, value]) => [name.slice(0, 40), value.slice(0, MAX_VALUE_LENGTH)] as const),
    params,
  }
}
