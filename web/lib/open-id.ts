import { useSearchParams } from 'react-router'

/**
 * The record that an address names, `?postId=7`, so that notifications, the search and the back button know it. `show` opens
 * another, or none.
 */
export function useOpenId(name: string): {
  openId: number | undefined
  show: (id: number | undefined) => void
} {
  const [params, setParams] = useSearchParams()
  const id = Number(params.get(name))
  return {
    openId: Number.isSafeInteger(id) && id > 0 ? id : undefined,
    show: (next) =>
      setParams(
        (before) => {
          if (next === undefined) before.delete(name)
          else before.set(name, String(next))
          return before
        },
        // closing is no step of its own: the way back must not open it again
        { replace: next === undefined },
      ),
  }
}
