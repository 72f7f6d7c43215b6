import { createElement } from 'react'
import { flushSync } from 'react-dom'
import { createRoot } from 'react-dom/client'
import { vi } from 'vitest'

export function mountHook(use: () => void): () => Promise<void> {
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
  flushSync(() => root.render(createElement(Mounted)))
  return async () => {
    flushSync(() => root.unmount())
    // React has work of its own left, which reads the window.
    for (let turn = 0; turn < 2; turn++) await new Promise((resolve) => setImmediate(resolve))
    vi.unstubAllGlobals()
  }
}
