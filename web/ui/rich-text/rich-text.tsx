import { useCallback } from 'react'
import { loadWhenNear } from '../load-when-near.ts'
import { renderRichText } from './render-rich-text.ts'

/** Rich text (ProseMirror JSON, as object or text) for reading, without the editor. */
export function RichText({ value }: { value: unknown }) {
  const draw = useCallback(
    (element: HTMLElement | null) => {
      if (!element) return undefined
      const text = renderRichText(value)
      const stop = loadWhenNear(text)
      element.replaceChildren(text)
      return stop
    },
    [value],
  )
  return <div className="rich" ref={draw} />
}
