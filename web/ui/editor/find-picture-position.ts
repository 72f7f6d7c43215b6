import type { Node, NodeType } from '@tiptap/pm/model'
import type { Transaction } from '@tiptap/pm/state'
import { insertPoint } from '@tiptap/pm/transform'

/**
 * Returns the position at which a picture dropped at `pos` is inserted: between two blocks, or before an
 * empty paragraph.
 */
export function findPicturePosition(doc: Node, pos: number, picture: NodeType): number {
  const $pos = doc.resolve(Math.max(0, Math.min(pos, doc.content.size)))
  if ($pos.parent.isTextblock && $pos.parent.content.size === 0 && $pos.depth > 0) {
    const positionBefore = $pos.before()
    const $positionBefore = doc.resolve(positionBefore)
    if ($positionBefore.parent.canReplaceWith($positionBefore.index(), $positionBefore.index(), picture))
      return positionBefore
  }
  const fittingPosition = insertPoint(doc, $pos.pos, picture)
  if (fittingPosition !== null) return fittingPosition
  for (let depth = $pos.depth; depth > 0; depth--) {
    const positionAfter = $pos.after(depth)
    const $positionAfter = doc.resolve(positionAfter)
    if ($positionAfter.parent.canReplaceWith($positionAfter.index(), $positionAfter.index(), picture))
      return positionAfter
  }
  return doc.content.size
}

/**
 * Appends an empty paragraph if the document ends with a table or picture. Otherwise the user could not add
 * text after it.
 */
export function appendEmptyLine({ tr }: { tr: Transaction }): boolean {
  const { lastChild } = tr.doc
  const paragraph = tr.doc.type.schema.nodes.paragraph
  if (lastChild && !lastChild.isTextblock && paragraph) tr.insert(tr.doc.content.size, paragraph.create())
  return true
}
