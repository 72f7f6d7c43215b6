import { allows } from '@tahanan/contract/permissions.ts'
import { useQuery } from '@tanstack/react-query'
import { useAdmin } from '../../lib/api/me.ts'
import { tenantQuery } from '../../lib/api/tenant.ts'
import { owed } from '../../lib/money.ts'

/** Returns what a chosen tenant has left to pay, in words, for those who may view tenants; undefined for others. */
export function useLeftToPay(tenantId: number | undefined): string | undefined {
  const { roles } = useAdmin()
  const enabled = tenantId !== undefined && allows(roles, 'tenants', 'view')
  const { data } = useQuery({ ...tenantQuery(tenantId ?? 0), enabled })
  if (!data || !enabled) return undefined
  return data.leftToPay < 0 ? owed(data.leftToPay) : `Left to pay ${owed(data.leftToPay)}`
}
