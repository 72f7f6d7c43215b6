/** Font and colours for drawing on a canvas, which does not support CSS custom properties. */
export interface CanvasStyle {
  resolveColour: (token: string) => string
  font: string
}

export function getCanvasStyle(element: Element): CanvasStyle {
  const style = getComputedStyle(element)
  const pixel = document.createElement('canvas').getContext('2d', { willReadFrequently: true })
  return {
    font: style.getPropertyValue('--font'),
    resolveColour: (token) => {
      // The browser resolves the colour on a temporary element, because a property may define one colour per
      // theme.
      const probe = element.appendChild(document.createElement('i'))
      probe.style.color = `var(${token})`
      const cssColor = getComputedStyle(probe).color
      probe.remove()
      if (!pixel) return cssColor
      // The colour is painted on one pixel and read back as RGBA, because the chart library parses only
      // simple colour formats.
      pixel.fillStyle = cssColor
      pixel.clearRect(0, 0, 1, 1)
      pixel.fillRect(0, 0, 1, 1)
      const [red, green, blue, alpha = 255] = pixel.getImageData(0, 0, 1, 1).data
      return `rgba(${red}, ${green}, ${blue}, ${alpha / 255})`
    },
  }
}
