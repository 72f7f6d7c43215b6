import { type ComponentType, lazy, useEffect, useState } from 'react'
import { runWhenIdle } from './run-when-idle.ts'

/**
 * Lazy component that can be preloaded: after `fetch()` resolves, it renders without the Suspense fallback.
 */
type PreloadableComponent<Props> = ComponentType<Props> & Preloadable

interface Preloadable {
  fetch: () => Promise<unknown>
}

export function createPreloadableLazy<Props extends object>(
  load: () => Promise<{ default: ComponentType<Props> }>,
): PreloadableComponent<Props> {
  let LoadedComponent: ComponentType<Props> | undefined
  const fetchComponent = async (): Promise<{ default: ComponentType<Props> }> => {
    const loadedModule = await load()
    LoadedComponent = loadedModule.default
    return loadedModule
  }
  const Lazy = lazy(fetchComponent)
  function PreloadedComponent(props: Props) {
    // The component type is chosen once per mount. If it changed later, React would remount the component and
    // lose typed input.
    const [Component] = useState(() => LoadedComponent ?? Lazy)
    return <Component {...props} />
  }
  return Object.assign(PreloadedComponent, { fetch: fetchComponent })
}

export function usePreloadWhenIdle({ fetch }: Preloadable): void {
  useEffect(
    () =>
      runWhenIdle(() => {
        if (navigator.onLine) fetch().catch(() => undefined)
      }),
    [fetch],
  )
}
