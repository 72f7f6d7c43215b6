import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import type { InternalNote, Message } from '@tahanan/contract/conversation/answers.ts'
import { TimelineList } from './timeline-list.tsx'

const TEST_TIME = '2026-03-10T15:31:00.000Z'

const renderLink = (address: string): string =>
  `<a class="in-text" href="${address}" target="_blank" rel="noopener noreferrer">${address}</a>`

const renderTimeline = (message: Message | InternalNote, remark: string) =>
  renderToStaticMarkup(
    <TimelineList
      label="Messages"
      noun="messages"
      messages={[message]}
      history={[{ key: '1', at: TEST_TIME, title: 'Approved', remark }]}
      isOwn={() => false}
      empty=""
      onLoadEarlier={undefined}
      isLoading={false}
    />,
  )

const TEXT_WITH_LINKS = 'Form: https://pmo.example/form?a=1&b=2, then <b>call</b> javascript:alert(1).'
const message: Message = {
  id: 1,
  author: { kind: 'resident', name: 'Ana Reyes', self: false },
  text: TEXT_WITH_LINKS,
  files: [],
  created_at: TEST_TIME,
}
const internalNote: InternalNote = { ...message, author: { name: 'Liza', self: false } }

test.each([
  ['a message', message],
  ['an internal note', internalNote],
])('links in %s and in a remark are links, and the rest stays text (rules 23.48)', (_, shownMessage) => {
  const markup = renderTimeline(shownMessage, 'Read https://pmo.example/rules.')
  expect(markup).toContain(`Form: ${renderLink('https://pmo.example/form?a=1&amp;b=2')}, then`)
  expect(markup).toContain('then &lt;b&gt;call&lt;/b&gt; javascript:alert(1).')
  expect(markup).toContain(`<q>Read ${renderLink('https://pmo.example/rules')}.</q>`)
})
