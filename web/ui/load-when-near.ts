/**
 * Distance at which a picture loads. `loading=lazy` alone loads several screens ahead: opening a post with 20
 * photos of 220 KiB loads 2 pictures (0.4 MiB) instead of 9 on a phone (1.9 MiB) or 7 on a desktop.
 */
const LOAD_MARGIN = '200px 0px'

/** Defers each picture until it is near the screen. Call it before inserting the text. */
export function loadWhenNear(text: DocumentFragment): () => void {
  const waiting = new Map<Element, () => void>()
  const observer = new IntersectionObserver(
    (entries) => {
      for (const { isIntersecting, target } of entries) {
        if (!isIntersecting) continue
        observer.unobserve(target)
        waiting.get(target)?.()
      }
    },
    { rootMargin: LOAD_MARGIN },
  )
  for (const image of text.querySelectorAll('img')) {
    // Without its size, no space can be reserved. The browser's lazy loading applies.
    if (!image.hasAttribute('width') || !image.hasAttribute('height')) continue
    const { srcset } = image
    const src = image.getAttribute('src') ?? ''
    image.removeAttribute('srcset')
    image.removeAttribute('src')
    image.style.aspectRatio = `${image.width} / ${image.height}`
    image.classList.add('coming')
    waiting.set(image, () => {
      for (const over of ['load', 'error'])
        image.addEventListener(over, () => image.classList.remove('coming'), { once: true })
      if (srcset !== '') image.srcset = srcset
      image.src = src
    })
    observer.observe(image)
  }
  return () => observer.disconnect()
}
