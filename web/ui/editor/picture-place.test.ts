import { getSchema } from '@tiptap/core'
import { Node } from '@tiptap/pm/model'
import { EditorState } from '@tiptap/pm/state'
import { describe, expect, test } from 'vitest'
import { withLineAfter } from './line-after.ts'
import { picturePlace } from './picture-place.ts'
import { richTextSchema } from './schema.ts'

const schema = getSchema(richTextSchema())
const picture = schema.nodes.image
if (!picture) throw new Error('the schema has no picture')

const paragraph = (text: string) => ({
  type: 'paragraph',
  content: text === '' ? [] : [{ type: 'text', text }],
})
const docOf = (...content: object[]) => Node.fromJSON(schema, { type: 'doc', content })

/** The document after a picture was put down at `pos`, its blocks by name. */
function put(doc: Node, pos: number): string[] {
  const { tr } = EditorState.create({ doc })
  tr.insert(
    picturePlace(doc, pos, picture as NonNullable<typeof picture>),
    (picture as NonNullable<typeof picture>).create(),
  )
  withLineAfter({ tr })
  tr.doc.check()
  return tr.doc.children.map((node) => node.type.name)
}

describe('a picture', () => {
  test('never splits a line', () => {
    expect(put(docOf(paragraph('Water'), paragraph('Power')), 3)).toEqual(['paragraph', 'image', 'paragraph'])
  })

  test('stands before the empty line it was put on', () => {
    expect(put(docOf(paragraph('Water'), paragraph('')), 8)).toEqual(['paragraph', 'image', 'paragraph'])
  })

  test('leaves a line to go on writing', () => {
    expect(put(docOf(paragraph('Water')), 6)).toEqual(['paragraph', 'image', 'paragraph'])
  })

  test('stays inside the cell or the item it was put into', () => {
    const item = { type: 'listItem', content: [paragraph('Water')] }
    const doc = docOf({ type: 'bulletList', content: [item] }, paragraph('Power'))
    expect(put(doc, 4)).toEqual(['bulletList', 'paragraph'])
  })
})
