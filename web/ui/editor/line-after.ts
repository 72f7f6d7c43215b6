import type { Transaction } from '@tiptap/pm/state'

/** Keeps an empty paragraph after a final table or picture, so that text can be added. */
export function appendEmptyLine({ tr }: { tr: Transaction }): boolean {
  const { lastChild } = tr.doc
  const paragraph = tr.doc.type.schema.nodes.paragraph
  if (lastChild && !lastChild.isTextblock && paragraph) tr.insert(tr.doc.content.size, paragraph.create())
  return true
}
