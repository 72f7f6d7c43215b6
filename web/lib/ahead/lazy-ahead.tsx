import { type ComponentType, lazy, useEffect, useState } from 'react'
import { runWhenIdle } from './run-when-idle.ts'

/** After `fetch` it renders at once, without a fallback. */
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
    // Fixed per mount, because another component type would remount and lose typed input.
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
