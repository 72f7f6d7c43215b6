import { useCallback } from 'react'
import { loadPicturesNearScreen } from '../load-pictures-near-screen.ts'
import { renderRichText } from './render-rich-text.ts'

/** Renders rich text. `value` is ProseMirror JSON, as an object or as a string. */
export function RichText({ value }: { value: unknown }) {
  const draw = useCallback(
    (element: HTMLElement | null) => {
      if (!element) return undefined
      const text = renderRichText(value)
      const stop = loadPicturesNearScreen(text)
      element.replaceChildren(text)
      return stop
    },
    [value],
  )
  return <div className="rich" ref={draw} />
}
