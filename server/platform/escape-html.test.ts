import { expect, test } from 'vitest'
import { escapeHtml } from './escape-html.ts'

test('a text cannot end an attribute or a tag, in either kind of quotes', () => {
  expect(escapeHtml(`<b title='"&amp;"'>`)).toBe('&lt;b title=&#39;&quot;&amp;amp;&quot;&#39;&gt;')
})
