import { QueryClientProvider } from '@tanstack/react-query'
import { type ComponentType, createElement, Fragment, type ReactNode } from 'react'
import { flushSync } from 'react-dom'
import { createRoot } from 'react-dom/client'
import { renderToStaticMarkup } from 'react-dom/server'
import { vi } from 'vitest'
import { queryClient } from '#lib/api/query-client.ts'

export const QueryProvider = ({ children }: { children: ReactNode }): ReactNode =>
  createElement(QueryClientProvider, { client: queryClient }, children)

/** Calls a hook once and returns its result. Effects do not run, and later state changes are not visible. */
export function callHook<Result>(useHook: () => Result): Result {
  const hookResults: Result[] = []
  function HookCaller(): null {
    hookResults.push(useHook())
    return null
  }
  renderToStaticMarkup(createElement(QueryProvider, null, createElement(HookCaller)))
  return hookResults[0] as Result
}

/** The real `setTimeout`, captured before fake timers replace it. */
const startRealTimer = globalThis.setTimeout

export function mountHook(
  useHook: () => void,
  Wrapper: ComponentType<{ children: ReactNode }> = Fragment,
): () => Promise<void> {
  // Minimal fake of the DOM: React needs only these parts to mount a component that renders nothing.
  vi.stubGlobal('window', { HTMLIFrameElement: Object })
  const eventTarget = { addEventListener: () => undefined }
  const containerStub = {
    ...eventTarget,
    nodeType: 1,
    nodeName: 'DIV',
    tagName: 'DIV',
    ownerDocument: { ...eventTarget, nodeType: 9 },
  }
  const root = createRoot(containerStub as unknown as Element)
  function MountedHook(): null {
    useHook()
    return null
  }
  flushSync(() => root.render(createElement(Wrapper, null, createElement(MountedHook))))
  return async () => {
    flushSync(() => root.unmount())
    // Waits, because React still has scheduled work that reads the window, and the query library calls React in
    // timers of 0 ms. Timers of the same duration fire in the order in which they were started.
    await new Promise((resolve) => startRealTimer(resolve, 0))
    for (let turn = 0; turn < 2; turn++) await new Promise((resolve) => setImmediate(resolve))
    vi.unstubAllGlobals()
  }
}
