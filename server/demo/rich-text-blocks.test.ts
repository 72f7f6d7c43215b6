import { expect, test } from 'vitest'
import { parseRichText } from '@tahanan/contract/rich-text.ts'
import { toDocument } from './rich-text-blocks.ts'

test('blocks become valid rich text', () => {
  const document = toDocument(
    [
      'Plain, **bold**, _italic_ and [a link](https://www.example.com/a_b_c).',
      { heading: 'Heading' },
      { bullets: ['One', 'Two **times**'] },
      { steps: ['First'] },
      { quote: 'Said' },
      { table: [['Head'], ['']] },
      { picture: 'pool', alt: 'The pool' },
    ],
    (picture) => `images/${picture}.jpg`,
  )
  expect(parseRichText(document)).toEqual({ document })
  expect(document.content?.map(({ type }) => type)).toEqual([
    'paragraph',
    'heading',
    'bulletList',
    'orderedList',
    'blockquote',
    'table',
    'image',
  ])
  expect(document.content?.[0]?.content?.filter(({ marks }) => marks)).toEqual([
    { type: 'text', text: 'bold', marks: [{ type: 'bold' }] },
    { type: 'text', text: 'italic', marks: [{ type: 'italic' }] },
    {
      type: 'text',
      text: 'a link',
      marks: [{ type: 'link', attrs: { href: 'https://www.example.com/a_b_c' } }],
    },
  ])
})
