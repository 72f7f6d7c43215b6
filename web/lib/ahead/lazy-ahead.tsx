import { type ComponentType, lazy, useEffect, useState } from 'react'
import { whenIdle } from './when-idle.ts'

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
