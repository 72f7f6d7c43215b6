import { expect, test } from 'vitest'
import { toOneLine, type MailContent } from './mail-content.ts'
import { renderMailContent } from './render-mail-content.ts'

const SAMPLE_MAIL: MailContent = {
  subject: 'Hello',
  community: 'Tahanan <Heights> & "Towers"',
  greeting: 'Dear <script>alert(1)</script>,',
  paragraphs: ['One.', 'Two & three.'],
  facts: [['Client code', '<img src=x onerror=alert(1)>']],
  action: { label: 'Choose', url: 'https://portal.example/choose-password#a"b' },
  notes: ['Until Friday.'],
  from: 'Property Management Office',
}

test('the plain text has each part as a paragraph', () => {
  expect(renderMailContent(SAMPLE_MAIL).text).toBe(
    `Dear <script>alert(1)</script>,

One.

Two & three.

Client code: <img src=x onerror=alert(1)>

Choose:
https://portal.example/choose-password#a"b

Until Friday.

Property Management Office
Tahanan <Heights> & "Towers"
`,
  )
})

test('the HTML escapes every text', () => {
  const { html } = renderMailContent(SAMPLE_MAIL)
  expect(html).not.toMatch(/<script|<img|onerror=alert\(1\)>/)
  expect(html).toContain('Dear &lt;script&gt;alert(1)&lt;/script&gt;,')
  expect(html).toContain('<a href="https://portal.example/choose-password#a&quot;b"')
  expect(html).toContain('Tahanan &lt;Heights&gt; &amp; &quot;Towers&quot;')
})

test('facts and button are optional', () => {
  const { text, html } = renderMailContent({
    ...SAMPLE_MAIL,
    facts: undefined,
    action: undefined,
    notes: undefined,
  })
  expect(text).not.toContain('Choose')
  expect(html).not.toMatch(/<a |Client code/)
})

test('the first paragraph is the preview, and the page has colours for dark clients', () => {
  const { html } = renderMailContent(SAMPLE_MAIL)
  expect(html).toMatch(/<div style="display:none[^"]*">One\.<\/div>/)
  expect(html).toContain('<meta name="color-scheme" content="light dark">')
  expect(html).toContain('@media (prefers-color-scheme:dark){.page{background-color:#121816!important}')
  expect(html).toContain('[data-ogsc] .ink{color:#edeae1!important}')
})

test('the logo is a part of the mail, and nothing of it is fetched', () => {
  const logo = { png: Buffer.from('png'), width: 60, height: 20 }
  const { html, attachments } = renderMailContent({ ...SAMPLE_MAIL, facts: [] }, logo)
  expect(html).toContain('<img src="cid:logo@tahanan" width="60" height="20" alt=""')
  expect(attachments).toEqual([
    expect.objectContaining({ cid: 'logo@tahanan', content: logo.png, formatContentDisposition: 'inline' }),
  ])
  expect(
    html.match(/( src| href|url\()="?[^"]+/g)?.filter((address) => !/cid:|portal\.example/.test(address)),
  ).toEqual([])
})

test('a digest lists its news, each with a link', () => {
  const items = ['First <b>', 'Second'].map((title) => ({
    title,
    paragraphs: [`${title} text.`],
    facts: [['Amount', '₱1.00']] as const,
    action: { label: 'Open', url: `https://portal.example/${title.length}` },
  }))
  const { text, html } = renderMailContent({ ...SAMPLE_MAIL, paragraphs: [], facts: [], items })
  expect(text).toContain('First <b>\nFirst <b> text.\nAmount: ₱1.00\nhttps://portal.example/9\n\nSecond\n')
  expect(html).toContain('>First &lt;b&gt;</h2>')
  expect(html).toMatch(/display:none[^>]*>First &lt;b&gt;, Second</)
})

test('a letter that can be turned off has the headers of RFC 8058 and the link in words', () => {
  const url = 'https://portal.example/unsubscribe#t'
  const unsubscribe = {
    call: 'https://portal.example/api/unsubscribe/t',
    pages: [{ label: 'Stop <mails>', url }],
  }
  const { headers, text, html } = renderMailContent({ ...SAMPLE_MAIL, unsubscribe })
  expect(headers).toEqual({
    'auto-submitted': 'auto-generated',
    'list-unsubscribe': '<https://portal.example/api/unsubscribe/t>',
    'list-unsubscribe-post': 'List-Unsubscribe=One-Click',
  })
  expect(text).toContain(`\nStop <mails>:\n${url}\n`)
  expect(html).toMatch(/<a href="https:\/\/portal\.example\/unsubscribe#t"[^>]*>Stop &lt;mails&gt;<\/a>/)
  expect(renderMailContent(SAMPLE_MAIL).headers).toEqual({ 'auto-submitted': 'auto-generated' })
})

test('names and facts cannot begin another line', () => {
  const evilText = 'Ana\r\n\r\nPay to\u2028account 1'
  const { text } = renderMailContent({
    ...SAMPLE_MAIL,
    greeting: evilText,
    community: evilText,
    facts: [['Unit', evilText]],
  })
  expect(text).toContain('Ana Pay to account 1\n\nOne.')
  expect(text).toContain('Unit: Ana Pay to account 1\n')
})

test.each([
  ['a\r\nb', 'a b'],
  ['a\u2028b\u0000c', 'a b c'],
  [' a ', 'a'],
  ['x'.repeat(500), 'x'.repeat(200)],
])('%j becomes the line %j', (text, line) => {
  expect(toOneLine(text)).toBe(line)
})

test('web addresses of a paragraph are links, those of a name are not', () => {
  const { html } = renderMailContent({
    ...SAMPLE_MAIL,
    greeting: 'Dear https://evil.example,',
    paragraphs: ['Reason: see https://pmo.example/a?b=1&c=<script>.'],
    action: undefined,
  })
  expect(html.match(/<a href="[^"]*"/g)).toEqual(['<a href="https://pmo.example/a?b=1&amp;c="'])
  expect(html).toContain('&lt;script&gt;.')
})
