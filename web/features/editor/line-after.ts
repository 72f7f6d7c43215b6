import type { Transaction } from '@tiptap/pm/state'

/** Puts an empty paragraph after a table or picture that ends the text, or nobody could go on writing. */
export function withLineAfter({ tr }: { tr: Transaction }): boolean {
  const { lastChild } = tr.doc
  const paragraph = tr.doc.type.schema.nodes.paragraph
  if (lastChild && !lastChild.isTextblock && paragraph) tr.insert(tr.doc.content.size, paragraph.create())
  return true
}
