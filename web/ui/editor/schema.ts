import type { AnyExtension } from '@tiptap/core'
import { ListItem } from '@tiptap/extension-list'
import { Table, TableCell, TableHeader, TableRow } from '@tiptap/extension-table'
import { TextAlign } from '@tiptap/extension-text-align'
import { StarterKit } from '@tiptap/starter-kit'
import { RICH_NODES, isSafeLink } from '@tahanan/contract/rich-text.ts'
import { Picture } from './picture.ts'

export const HEADING_LEVELS = [1, 2, 3] as const

const itemContent = `paragraph (${RICH_NODES.listItem?.content.join(' | ') ?? 'paragraph'})*`

/** Allows exactly the nodes and marks of `contract/rich-text.ts`, which the server accepts. */
export function getRichTextSchema(): AnyExtension[] {
  return [
    StarterKit.configure({
      heading: { levels: [...HEADING_LEVELS] },
      listItem: false,
      // The editor must not append an empty paragraph itself, because the form would treat it as a change.
      trailingNode: false,
      link: {
        openOnClick: false,
        defaultProtocol: 'https',
        isAllowedUri: (url) => isSafeLink(url),
        HTMLAttributes: { target: null, rel: null },
      },
    }),
    ListItem.extend({ content: itemContent }),
    TextAlign.configure({ types: ['heading', 'paragraph'] }),
    Table.configure({ resizable: false }),
    TableRow,
    TableHeader,
    TableCell,
    Picture,
  ]
}
