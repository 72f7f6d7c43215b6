import { getSchema } from '@tiptap/core'
import { Node } from '@tiptap/pm/model'
import { EditorState } from '@tiptap/pm/state'
import { expect, test } from 'vitest'
import { appendEmptyLine, findPicturePosition } from './find-picture-position.ts'
import { getRichTextSchema } from './schema.ts'

const schema = getSchema(getRichTextSchema())

const createParagraph = (text: string) => ({
  type: 'paragraph',
  content: text === '' ? [] : [{ type: 'text', text }],
})
const createDoc = (...content: object[]) => Node.fromJSON(schema, { type: 'doc', content })

function insertPicture(doc: Node, pos: number): string[] {
  const { tr } = EditorState.create({ doc })
  const picture = Node.fromJSON(schema, { type: 'image' })
  tr.insert(findPicturePosition(doc, pos, picture.type), picture)
  appendEmptyLine({ tr })
  tr.doc.check()
  return tr.doc.children.map((node) => node.type.name)
}

test.each([
  ['never splits a line', ['Water', 'Power'], 3],
  ['stands before the empty line it was put on', ['Water', ''], 8],
  ['leaves a line to go on writing', ['Water'], 6],
])('a picture %s', (_, lines, pos) => {
  expect(insertPicture(createDoc(...lines.map(createParagraph)), pos)).toEqual([
    'paragraph',
    'image',
    'paragraph',
  ])
})

test('a picture stays inside the cell or list item that it is dropped into', () => {
  const listItemNode = { type: 'listItem', content: [createParagraph('Water')] }
  const doc = createDoc({ type: 'bulletList', content: [listItemNode] }, createParagraph('Power'))
  expect(insertPicture(doc, 4)).toEqual(['bulletList', 'paragraph'])
})
