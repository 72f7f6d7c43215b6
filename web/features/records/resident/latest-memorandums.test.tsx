import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { renderToStaticMarkup } from 'react-dom/server'
import { MemoryRouter } from 'react-router'
import { expect, test } from 'vitest'
import { memorandum } from '@tahanan/contract/records/kinds/memorandum.ts'
import { recordsQuery } from './calls.ts'
import { LatestMemorandums } from './latest-memorandums.tsx'

const { queryKey } = recordsQuery(memorandum, { page: 1, limit: 3 })
function renderPage(data?: object) {
  const client = new QueryClient()
  if (data) client.setQueryData(queryKey, data as never)
  return renderToStaticMarkup(
    <QueryClientProvider client={client}>
      <MemoryRouter>
        <LatestMemorandums />
      </MemoryRouter>
    </QueryClientProvider>,
  )
}

test('memorandums that are still loading say so, also to screen readers', () => {
  expect(renderPage()).toContain('role="status" aria-label="Loading the memorandums"')
  expect(renderPage()).not.toContain('There are none yet.')
})

test('the latest memorandums open by a tap; without any the page says so', () => {
  expect(renderPage({ data: [], total: 0 })).toContain('There are none yet.')
  expect(renderPage({ data: [], total: 0 })).not.toContain('See all')
  const longMemorandum = {
    id: 7,
    title: 'W'.repeat(120),
    description: 'Water',
    date: '2026-03-12T01:00:00.000Z',
  }
  const markup = renderPage({ data: [longMemorandum], total: 1 })
  expect(markup).toContain('href="/memorandums?id=7"')
  expect(markup).toContain('See all')
  expect(markup).not.toContain('W'.repeat(101))
})
