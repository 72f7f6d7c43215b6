import { type ComponentType, lazy, useEffect, useState } from 'react'
import { runWhenIdle } from './run-when-idle.ts'

/**
 * Lazy component that can be preloaded: after `fetch()` resolves, it renders without the Suspense fallback.
 */
type LazyAhead<Props> = ComponentType<Props> & Fetched

interface Fetched {
  fetch: () => Promise<unknown>
}

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
    // Chosen once per mount. Changing to another component type would remount it and lose typed input.
    const [Component] = useState(() => loaded ?? Lazy)
    return <Component {...props} />
  }
  return Object.assign(Ahead, { fetch })
}

export function useFetchedWhenIdle({ fetch }: Fetched): void {
  useEffect(
    () =>
      runWhenIdle(() => {
        if (navigator.onLine) fetch().catch(() => undefined)
      }),
    [fetch],
  )
}
