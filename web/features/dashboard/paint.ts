/** Colours of the page for a canvas, which cannot use custom properties. */
export interface Paint {
  resolveColour: (token: string) => string
  font: string
}

export function getPaint(element: Element): Paint {
  const style = getComputedStyle(element)
  const pixel = document.createElement('canvas').getContext('2d', { willReadFrequently: true })
  return {
    font: style.getPropertyValue('--font'),
    resolveColour: (token) => {
      // Resolved by an element, because a property may hold a colour for each theme.
      const probe = element.appendChild(document.createElement('i'))
      probe.style.color = `var(${token})`
      const cssColor = getComputedStyle(probe).color
      probe.remove()
      if (!pixel) return cssColor
      // Drawn to a pixel to resolve mixed colours, because the chart library parses only plain ones.
      pixel.fillStyle = cssColor
      pixel.clearRect(0, 0, 1, 1)
      pixel.fillRect(0, 0, 1, 1)
      const [red, green, blue, alpha = 255] = pixel.getImageData(0, 0, 1, 1).data
      return `rgba(${red}, ${green}, ${blue}, ${alpha / 255})`
    },
  }
}
