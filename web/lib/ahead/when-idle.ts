import { queryClient } from '#lib/api/query-client.ts'

/** Milliseconds between two looks; Safari tells of no idle moment. */
const PAUSE_MS = 300

/** Calls `work` in an idle moment in which no answer is on its way. Returns how to call it off. */
export function whenIdle(work: () => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  let idle = 0
  const look = (): void => {
    if (queryClient.isFetching() > 0) timer = setTimeout(look, PAUSE_MS)
    else if ('requestIdleCallback' in window) idle = requestIdleCallback(work)
    else work()
  }
  timer = setTimeout(look, PAUSE_MS)
  return () => {
    clearTimeout(timer)
    if (idle !== 0) cancelIdleCallback(idle)
  }
}
