import { type ComponentType, createElement, Fragment, type ReactNode } from 'react'
import { flushSync } from 'react-dom'
import { createRoot } from 'react-dom/client'
import { vi } from 'vitest'

/** Mounts a component that calls a hook, inside the context of `Around`. Returns a function that unmounts it. */
export function mountHook(
  use: () => void,
  Around: ComponentType<{ children: ReactNode }> = Fragment,
): () => Promise<void> {
  // The little that React reads of a browser for such a component.
  vi.stubGlobal('window', { HTMLIFrameElement: Object })
  const listen = { addEventListener: () => undefined }
  const container = {
    ...listen,
    nodeType: 1,
    nodeName: 'DIV',
    tagName: 'DIV',
    ownerDocument: { ...listen, nodeType: 9 },
  }
  const root = createRoot(container as unknown as Element)
  function Mounted(): null {
    use()
    return null
  }
  flushSync(() => root.render(createElement(Around, null, createElement(Mounted))))
  return async () => {
    flushSync(() => root.unmount())
    // React has work of its own left, which reads the window.
    for (let turn = 0; turn < 2; turn++) await new Promise((resolve) => setImmediate(resolve))
    vi.unstubAllGlobals()
  }
}
