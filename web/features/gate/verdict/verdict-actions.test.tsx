import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { renderToStaticMarkup } from 'react-dom/server'
import { afterEach, expect, test } from 'vitest'
import { createTestPass } from '../store/testing.ts'
import { recentEntries } from './recent-entries.ts'
import { RecentList } from './recent-list.tsx'
import { VerdictActions } from './verdict-actions.tsx'

const renderActions = (changes: Partial<Parameters<typeof VerdictActions>[0]>) =>
  renderToStaticMarkup(
    <QueryClientProvider client={new QueryClient()}>
      <VerdictActions
        pass={createTestPass({ people: 5 })}
        tickedIndexes={[]}
        may={['in']}
        mustCallOffice={false}
        busy={false}
        failure=""
        onRecord={() => undefined}
        onClose={() => undefined}
        {...changes}
      />
    </QueryClientProvider>,
  )
const findPeople = (markup: string) => /<output>([^<]*)<\/output>/.exec(markup)?.[1]

test('a visit of several begins with all who may come in or go out', () => {
  expect(findPeople(renderActions({}))).toBe('5 people')
  const pass = createTestPass({ people: 5, entries: 'return', entered: 3, came: 3 })
  expect(findPeople(renderActions({ pass, may: ['out', 'in'] }))).toBe('3 people')
  expect(findPeople(renderActions({ pass: null, may: [], mustCallOffice: true }))).toBe('1 person')
  expect(findPeople(renderActions({ pass: createTestPass({ people: 1 }) }))).toBeUndefined()
})

afterEach(() => recentEntries.set([]))

const createRecentEntry = (name: string, at: number) => ({
  entry: { key: name, outcome: 'recorded', mark: '', message: '', pass: null } as never,
  kind: 'in' as const,
  people: 3,
  name,
  at,
})

test('what was recorded can be undone for a minute', () => {
  recentEntries.set([
    createRecentEntry('Ana Cruz', Date.now()),
    createRecentEntry('Ben Lim', Date.now() - 61_000),
  ])
  const markup = renderToStaticMarkup(
    <QueryClientProvider client={new QueryClient()}>
      <RecentList />
    </QueryClientProvider>,
  )
  const buttons = [...markup.matchAll(/<button[^>]*aria-label="([^"]+)"[^>]*>(.*?)<\/button>/g)]
  expect(buttons.map(([, label, content = '']) => [label, content.replaceAll(/<[^>]*>/g, '')])).toEqual([
    ['Undo: 3 in Ana Cruz', 'Undo'],
  ])
})
