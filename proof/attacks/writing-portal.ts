import { openTestPortal } from '@tahanan/server/testing/portal.ts'

/**
 * Portal for the tests of attack 6 (fields that a caller may not set). The sandbox replaces the payment
 * gateways.
 */
export const portal = await openTestPortal({
  rateLimitPerMinute: 0,
  demo: true,
  publicUrl: 'https://portal.example',
})
const superAdmin = await portal.as('super-admin')
export const office = await portal.as('admin')
export const resident = await portal.as('client', { clientCode: 'MINE' })
export const neighbour = await portal.as('client', { clientCode: 'THEIRS' })

export type Body = Record<string, unknown>
export interface WritingCall {
  readonly who: 'resident' | 'office' | 'superAdmin'
  readonly method: 'post' | 'put'
  readonly path: string
  readonly id?: () => Promise<number>
  readonly body: () => Promise<Body> | Body
  readonly extraAllowedFields?: readonly string[]
}

let lastNumber = 0
export const getNextNumber = () => ++lastNumber
export const getCaller = (callerName: WritingCall['who']) => ({ resident, office, superAdmin })[callerName]
export const postAndGetId = async (
  callerName: WritingCall['who'],
  path: string,
  body: Body,
): Promise<number> => {
  const response = await getCaller(callerName).post<{ id: number }>(path, body)
  if (response.status !== 201) throw new Error(`${path}: ${JSON.stringify(response.body)}`)
  return response.body.id
}
