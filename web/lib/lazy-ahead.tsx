import { type ComponentType, lazy, useEffect, useState } from 'react'
import { queryClient } from './api/query-client.ts'

/** A component whose code comes when it is rendered, or before by `fetch`: then it renders at once, without a fallback. */
type LazyAhead<Props> = ComponentType<Props> & Fetched

interface Fetched {
  fetch: () => Promise<unknown>
}

/** Makes a `LazyAhead` of a module's default export. */
export function lazyAhead<Props extends object>(
  load: () => Promise<{ default: ComponentType<Props> }>,
): LazyAhead<Props> {
  let loaded: ComponentType<Props> | undefined
  const fetch = async (): Promise<{ default: ComponentType<Props> }> => {
    const module = await load()
    loaded = module.default
    return module
  }
  const Lazy = lazy(fetch)
  function Ahead(props: Props) {
    // the same for as long as it stands: another component would begin anew with what was typed
    const [Component] = useState(() => loaded ?? Lazy)
    return <Component {...props} />
  }
  return Object.assign(Ahead, { fetch })
}

/** Fetches a component's code when the page has nothing else to do, so that a tap need not wait for it. */
export function useFetchedWhenIdle({ fetch }: Fetched): void {
  useEffect(
    () =>
      whenIdle(() => {
        // without a connection it comes with the tap, or not at all
        if (navigator.onLine) fetch().catch(() => undefined)
      }),
    [fetch],
  )
}

/** Milliseconds between two looks; Safari tells of no idle moment. */
const PAUSE_MS = 300

/** Calls `work` in an idle moment in which no answer is on its way. Returns how to call it off. */
function whenIdle(work: () => void): () => void {
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
