import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { renderToStaticMarkup } from 'react-dom/server'
import { MemoryRouter } from 'react-router'
import { expect, test } from 'vitest'
import { meQuery } from '#lib/api/me.ts'
import { createAdminMe } from '#lib/api/testing-me.ts'
import { createRoles } from '@tahanan/contract/permissions.ts'
import { totalsQuery } from './calls.ts'
import { TotalCards } from './total-cards.tsx'

test('a figure links to all its rows, for those who may open them', () => {
  const client = new QueryClient()
  const roles = createRoles({ dashboard: ['view'], tenants: ['view'], orders: ['view'] })
  client.setQueryData(meQuery.queryKey, createAdminMe(roles))
  client.setQueryData(totalsQuery.queryKey, { posts: 1, tenants: 2345, requests: 3, reports: 4 })
  const markup = renderToStaticMarkup(
    <QueryClientProvider client={client}>
      <MemoryRouter>
        <TotalCards />
      </MemoryRouter>
    </QueryClientProvider>,
  )
  expect([...markup.matchAll(/href="([^"]+)"[^>]*>([^<]+)</g)].map(([, to, label]) => [to, label])).toEqual([
    ['/admin/tenants', 'Total Tenants'],
    ['/admin/service-requests?page=1', 'Total Requests'],
  ])
  expect([...markup.matchAll(/<b[^>]*>([^<]+)</g)].map(([, figure]) => figure)).toEqual([
    '1',
    '2,345',
    '3',
    '4',
  ])
})
