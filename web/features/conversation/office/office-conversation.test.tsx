import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { renderToStaticMarkup } from 'react-dom/server'
import { MemoryRouter } from 'react-router'
import { expect, test } from 'vitest'
import { meQuery } from '#lib/api/me.ts'
import { createAdminMe } from '#lib/api/testing-me.ts'
import type { Conversation, InternalNotes } from '@tahanan/contract/conversation/answers.ts'
import { messagesQuery } from '../calls.ts'
import { internalNotesQuery } from './calls.ts'
import OfficeConversation from './office-conversation.tsx'

const subject = { kind: 'ticket', id: 7 } as const
const adminLiza = createAdminMe()

function renderConversation(): string {
  const client = new QueryClient()
  const pageParams = [undefined]
  const messages: Conversation = { data: [], more: false, seenId: 0, waits: false, mayWrite: false }
  const notes: InternalNotes = { data: [], more: false, mayWrite: false }
  client.setQueryData(meQuery.queryKey, adminLiza)
  client.setQueryData(messagesQuery(subject).queryKey, { pages: [messages], pageParams })
  client.setQueryData(internalNotesQuery(subject).queryKey, { pages: [notes], pageParams })
  return renderToStaticMarkup(
    <QueryClientProvider client={client}>
      <MemoryRouter>
        <OfficeConversation subject={subject} empty="Write to the resident." />
      </MemoryRouter>
    </QueryClientProvider>,
  )
}

const READ_ONLY_REASON = 'You may only view this record, so you cannot write here.'

test('who may only view reads in both tabs why there is no input (rules 23.3)', () => {
  const markup = renderConversation()
  expect(markup).not.toContain('<textarea')
  expect(markup.split(READ_ONLY_REASON)).toHaveLength(3)
})
