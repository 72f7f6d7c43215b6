import type { AnyExtension } from '@tiptap/core'
import { ListItem } from '@tiptap/extension-list'
import { Table, TableCell, TableHeader, TableRow } from '@tiptap/extension-table'
import { TextAlign } from '@tiptap/extension-text-align'
import { StarterKit } from '@tiptap/starter-kit'
import { RICH_NODES, isSafeLink } from '@tahanan/contract/rich-text.ts'
import { Picture } from './picture.ts'

/** Heading levels that the contract knows. */
export const HEADING_LEVELS = [1, 2, 3] as const

/** Nodes that may stand in a list's item, from the contract: fewer kinds than elsewhere. */
const itemContent = `paragraph (${RICH_NODES.listItem?.content.join(' | ') ?? 'paragraph'})*`

/** The editor's schema: what `contract/rich-text.ts` lists and nothing else, so that the server takes all that it makes. */
export function richTextSchema(): AnyExtension[] {
  return [
    StarterKit.configure({
      heading: { levels: [...HEADING_LEVELS] },
      listItem: false,
      // an empty paragraph at the end would count as a change that nobody made
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
