import { useSearchParams } from 'react-router'

/** What lies over the list: the add form, a post in its form, or its thread. */
export type PostPanel =
  | { kind: 'add' }
  | { kind: 'edit'; id: number }
  | { kind: 'thread'; id: number }
  | undefined

const idOf = (text: string | null): number | undefined => {
  const id = Number(text)
  return Number.isSafeInteger(id) && id > 0 ? id : undefined
}

function clear(given: URLSearchParams): URLSearchParams {
  for (const name of ['modal', 'serviceId', 'postId']) given.delete(name)
  return given
}

/**
 * The open panel lives in the address: `?modal=true` adds, `?modal=true&serviceId=7` edits, as on the pages of tickets,
 * and `?postId=7` is the thread, which notifications of comments lead to.
 */
export function usePostPanel(): {
  panel: PostPanel
  open: (panel: NonNullable<PostPanel>) => void
  close: () => void
} {
  const [params, setParams] = useSearchParams()
  const thread = idOf(params.get('postId'))
  const edited = idOf(params.get('serviceId'))
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
      setParams((before) => {
        const next = clear(before)
        if (panel.kind === 'thread') next.set('postId', String(panel.id))
        else next.set('modal', 'true')
        if (panel.kind === 'edit') next.set('serviceId', String(panel.id))
        return next
      }),
    close: () => setParams(clear, { replace: true }),
  }
}
