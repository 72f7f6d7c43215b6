import { queryClient } from '#lib/api/query-client.ts'

/** Polling interval in milliseconds. Polls because Safari has no `requestIdleCallback`. */
const POLL_INTERVAL_MS = 300

/** Runs `task` once the page is idle and no query is being fetched. Returns a function that cancels it. */
export function runWhenIdle(task: () => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  let idleCallbackId = 0
  const poll = (): void => {
    if (queryClient.isFetching() > 0) timer = setTimeout(poll, POLL_INTERVAL_MS)
    else if ('requestIdleCallback' in window) idleCallbackId = requestIdleCallback(task)
    else task()
  }
  timer = setTimeout(poll, POLL_INTERVAL_MS)
  return () => {
    clearTimeout(timer)
    if (idleCallbackId !== 0) cancelIdleCallback(idleCallbackId)
  }
}
