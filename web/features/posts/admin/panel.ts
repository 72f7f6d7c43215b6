import { idIn, usePanelAddress } from '../../../lib/address/panel-address.ts'

/** The panel over the list: the add form, a post in its form, or its thread. */
export type PostPanel =
  | { kind: 'add' }
  | { kind: 'edit'; id: number }
  | { kind: 'thread'; id: number }
  | undefined

/**
 * The open panel lives in the address: `?modal=true` adds, `?modal=true&serviceId=7` edits, as on the pages of tickets,
 * and `?postId=7` is the thread, which notifications of comments lead to.
 */
export function usePostPanel(): {
  panel: PostPanel
  open: (panel: NonNullable<PostPanel>) => void
  close: () => void
} {
  const { params, open, close } = usePanelAddress(['modal', 'serviceId', 'postId'])
  const thread = idIn(params, 'postId')
  const edited = idIn(params, 'serviceId')
  return {
    panel:
      thread !== undefined
        ? { kind: 'thread', id: thread }
        : edited !== undefined
          ? { kind: 'edit', id: edited }
          : params.get('modal') === 'true'
            ? { kind: 'add' }
            : undefined,
    open: (panel) =>
      panel.kind === 'thread'
        ? open({ postId: panel.id })
        : open({ modal: 'true', ...(panel.kind === 'edit' && { serviceId: panel.id }) }),
    close,
  }
}
