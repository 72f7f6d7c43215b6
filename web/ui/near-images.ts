/** Distance below the screen at which a picture is fetched. Browsers' own `loading=lazy` fetches several screens ahead. */
const NEAR = '200px 0px'

/**
 * Holds the pictures of a text back until each comes near the screen: a resident who reads the first lines of a post on
 * mobile data does not pay for all its photographs. Their room is kept, so nothing moves when they come. Call it before
 * the text is on the page; answers how to stop.
 */
export function loadWhenNear(text: DocumentFragment): () => void {
  const waiting = new Map<Element, () => void>()
  const seen = new IntersectionObserver(
    (entries) => {
      for (const { isIntersecting, target } of entries) {
        if (!isIntersecting) continue
        seen.unobserve(target)
        waiting.get(target)?.()
      }
    },
    { rootMargin: NEAR },
  )
  for (const image of text.querySelectorAll('img')) {
    // without its size its room could not be kept; the browser's own way must do
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
    seen.observe(image)
  }
  return () => seen.disconnect()
}
