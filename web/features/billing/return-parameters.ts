/** Parameters that a gateway's page sent along with the browser. All are a stranger's word: shown as text, believed by nobody. */
export interface ReturnParameters {
  method: 'dragonpay' | 'aqwire'
  /** AQWire has a page for each; Dragonpay says it in its status. */
  cancelled: boolean
  /** The payment it speaks of; undefined where the address names none. */
  key: string | undefined
  /** As it came, cut to what a person would read. */
  said: readonly (readonly [name: string, value: string])[]
  params: URLSearchParams
}

/** Longer values are no gateway's. */
const LONGEST = 200
const MOST = 20

/** Reads the address of a return page. */
export function readReturnParameters({
  pathname,
  search,
}: Pick<Location, 'pathname' | 'search'>): ReturnParameters {
  const params = new URLSearchParams(search)
  const method = pathname.includes('/dragonpay/') ? 'dragonpay' : 'aqwire'
  const names = method === 'dragonpay' ? ['txnid'] : ['transactionId', 'referenceId']
  const named = names.map((name) => params.get(name) ?? '').find((value) => value !== '') ?? ''
  return {
    method,
    cancelled: pathname.replace(/\/$/, '').endsWith('/cancel'),
    key: named === '' || named.length > LONGEST ? undefined : named,
    said: [...params]
      .filter(([name, value]) => name !== 'path' && value !== '')
      .slice(0, MOST)
      .map(([name, value]) => [name.slice(0, 40), value.slice(0, LONGEST)] as const),
    params,
  }
}
