/** Distance below the screen at which a picture is fetched. Browsers' own `loading=lazy` fetches several screens ahead. */
const NEAR = '200px 0px'

interface Waiting {
  src: string
  srcset: string
}

/**
 * Holds the pictures of a text back until each comes near the screen: a resident who reads the first lines of a post on
 * mobile data does not pay for all its photographs. Their room is kept, so nothing moves when they come. Call it before
 * the text is on the page; answers how to stop.
 */
export function loadWhenNear(text: DocumentFragment): () => void {
  const waiting = new Map<Element, Waiting>()
  const seen = new IntersectionObserver(
    (entries) => {
      for (const { isIntersecting, target } of entries) {
        const held = waiting.get(target)
        if (!isIntersecting || !held || !(target instanceof HTMLImageElement)) continue
        seen.unobserve(target)
        show(target, held)
      }
    },
    { rootMargin: NEAR },
  )
  for (const image of text.querySelectorAll('img')) {
    // without its size its room could not be kept; the browser's own way must do
    if (!image.hasAttribute('width') || !image.hasAttribute('height')) continue
    waiting.set(image, { src: image.getAttribute('src') ?? '', srcset: image.srcset })
    image.removeAttribute('srcset')
    image.removeAttribute('src')
    image.style.aspectRatio = `${image.width} / ${image.height}`
    image.classList.add('coming')
    seen.observe(image)
  }
  return () => seen.disconnect()
}

function show(image: HTMLImageElement, { src, srcset }: Waiting): void {
  image.addEventListener('load', () => image.classList.remove('coming'), { once: true })
  image.addEventListener('error', () => image.classList.remove('coming'), { once: true })
  if (srcset !== '') image.srcset = srcset
  image.src = src
}
