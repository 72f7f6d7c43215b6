import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { renderToStaticMarkup } from 'react-dom/server'
import { MemoryRouter } from 'react-router'
import { expect, test } from 'vitest'
import { meQuery } from '#lib/api/me.ts'
import { createAdminMe } from '#lib/api/testing-me.ts'
import { createRoles } from '@tahanan/contract/permissions.ts'
import { TenantContact } from './tenant-contact.tsx'

const tenant = { id: 7, clientCode: 'A-101', uoccname: 'Reyes, Ana', unitNumber: '101' }

function renderContact(
  contact: Parameters<typeof TenantContact>[0]['contact'],
  roles = createRoles({ tenants: ['view'], services: ['view'] }),
) {
  const client = new QueryClient()
  client.setQueryData(meQuery.queryKey, createAdminMe(roles))
  return renderToStaticMarkup(
    <QueryClientProvider client={client}>
      <MemoryRouter>
        <TenantContact tenant={tenant} contact={contact} />
      </MemoryRouter>
    </QueryClientProvider>,
  )
}

test('a tenant has telephones to call, and what is left to pay or the credit', () => {
  const markup = renderContact({ phones: ['(02) 8555-0100', '+63 917 555 0100'], leftToPay: 1250 })
  expect([...markup.matchAll(/href="tel:([^"]+)"/g)].map(([, number]) => number)).toEqual([
    '0285550100',
    '+639175550100',
  ])
  expect(markup).toContain('Left to pay ₱1,250.00')
  expect(renderContact({ phones: [], leftToPay: -10 })).toContain('Credit ₱10.00')
})

test('a balance that the reader may not see, or that is not loaded, is not shown as zero', () => {
  expect(renderContact({ phones: [], leftToPay: null })).not.toContain('₱')
  expect(renderContact(undefined)).not.toContain('₱')
})

test('links lead to the pages that the reader may view', () => {
  const addresses = [...renderContact(undefined).matchAll(/<a href="([^"]+)"[^>]*>([^<]+)/g)]
  expect(addresses.map(([, to, label]) => [label, to])).toEqual([
    ['Tenant record', '/admin/tenants?modal=true&amp;serviceId=7'],
    ['Other tickets', '/admin/services?tenantId=7'],
  ])
})
