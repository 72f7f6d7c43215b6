import { useSuspenseQuery } from '@tanstack/react-query'
import type { AdminMe, Me, ResidentMe, SuperAdminMe } from '@tahanan/contract/sessions/answers.ts'
import { apiQuery } from './api-query.ts'

export const meQuery = apiQuery<Me>(['me'], '/me', {}, { staleTime: 60_000 })

function useMe<A extends Me['area']>(area: A): Extract<Me, { area: A }> {
  const { data } = useSuspenseQuery(meQuery)
  if (data.area !== area)
    throw new Error(`this page belongs to the area ${area}, the session to ${data.area}`)
  return data as Extract<Me, { area: A }>
}

/** The resident of this session. Only below the resident shell, which has loaded it. */
export function useResident(): ResidentMe {
  return useMe('client')
}

/** The administrator of this session, with roles. Only below the administrator shell. */
export function useAdmin(): AdminMe {
  return useMe('admin')
}

export function useSuperAdmin(): SuperAdminMe {
  return useMe('super-admin')
}

/** Login name of this session's account, under which its drafts are kept. */
export function useLoginName(): string {
  const { data } = useSuspenseQuery(meQuery)
  return data.area === 'client' ? data.clientCode : data.email
}

/** The logged-in account of the office: an administrator or the super-administrator. */
export function useOffice(): AdminMe | SuperAdminMe {
  const { data } = useSuspenseQuery(meQuery)
  if (data.area === 'client') throw new Error('this page belongs to the office, the session to a resident')
  return data
}
