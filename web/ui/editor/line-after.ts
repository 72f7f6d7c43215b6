import type { Transaction } from '@tiptap/pm/state'

/** Keeps an empty paragraph after a table or picture at the end, so that writing can go on. */
export function withLineAfter({ tr }: { tr: Transaction }): boolean {
  const { lastChild } = tr.doc
  const paragraph = tr.doc.type.schema.nodes.paragraph
  if (lastChild && !lastChild.isTextblock && paragraph) tr.insert(tr.doc.content.size, paragraph.create())
  return true
}
