import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { renderToStaticMarkup } from 'react-dom/server'
import { MemoryRouter } from 'react-router'
import { expect, test } from 'vitest'
import { preparedAnswersQuery } from './calls.ts'
import { PreparedAnswers } from './prepared-answers.tsx'

test('prepared answers are listed with their text and the page on which they are offered', () => {
  const client = new QueryClient()
  const preparedAnswers = [
    { id: 1, title: 'Papers of a permit', text: 'Bring two IDs.', page: 'permits', updated_at: '' },
    { id: 2, title: 'Office hours', text: 'From 8 to 5.', page: null, updated_at: '' },
  ]
  client.setQueryData(preparedAnswersQuery.queryKey, preparedAnswers as never)
  const markup = renderToStaticMarkup(
    <QueryClientProvider client={client}>
      <MemoryRouter>
        <PreparedAnswers mayEdit={false} />
      </MemoryRouter>
    </QueryClientProvider>,
  )
  const tableCells = [...markup.matchAll(/<t[hd][^>]*>(.*?)<\/t[hd]>/g)]
  expect(tableCells.map(([, content = '']) => content.replaceAll(/<[^>]*>/g, ''))).toEqual([
    'Title',
    'Text',
    'Page',
    'Papers of a permit',
    'Bring two IDs.',
    expect.stringContaining('Permit') as string,
    'Office hours',
    'From 8 to 5.',
    'Every page',
  ])
})
