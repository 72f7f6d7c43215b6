/**
 * Distance from the screen at which a picture is loaded. `loading=lazy` alone loads pictures several screens
 * ahead. For a post with 20 photos of 220 KiB, this loads 2 pictures (0.4 MiB) instead of 9 on a phone (1.9
 * MiB) or 7 on a desktop.
 */
const LOAD_MARGIN = '200px 0px'

/**
 * Delays loading each picture until it is near the screen. Must be called before the text is inserted into
 * the page.
 */
export function loadPicturesNearScreen(text: DocumentFragment): () => void {
  const pendingPictures = new Map<Element, () => void>()
  const observer = new IntersectionObserver(
    (entries) => {
      for (const { isIntersecting, target } of entries) {
        if (!isIntersecting) continue
        observer.unobserve(target)
        pendingPictures.get(target)?.()
      }
    },
    { rootMargin: LOAD_MARGIN },
  )
  for (const image of text.querySelectorAll('img')) {
    // No space can be reserved for a picture of unknown size, so only the browser's lazy loading is used.
    if (!image.hasAttribute('width') || !image.hasAttribute('height')) continue
    const { srcset } = image
    const src = image.getAttribute('src') ?? ''
    image.removeAttribute('srcset')
    image.removeAttribute('src')
    image.style.aspectRatio = `${image.width} / ${image.height}`
    image.classList.add('coming')
    pendingPictures.set(image, () => {
      for (const endEvent of ['load', 'error'])
        image.addEventListener(endEvent, () => image.classList.remove('coming'), { once: true })
      if (srcset !== '') image.srcset = srcset
      image.src = src
    })
    observer.observe(image)
  }
  return () => observer.disconnect()
}
