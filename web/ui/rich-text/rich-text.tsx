import { useCallback } from 'react'
import { loadPicturesNearScreen } from '../load-pictures-near-screen.ts'
import { renderRichText } from './render-rich-text.ts'

/** Renders rich text. `value` is ProseMirror JSON, as an object or as a string. */
export function RichText({ value }: { value: unknown }) {
  const drawContent = useCallback(
    (element: HTMLElement | null) => {
      if (!element) return undefined
      const text = renderRichText(value)
      const stopLoading = loadPicturesNearScreen(text)
      element.replaceChildren(text)
      return stopLoading
    },
    [value],
  )
  return <div className="rich" ref={drawContent} />
}
