/** Placeholder of a picture that is being uploaded: its name, its progress, and its error. */
export interface UploadMarker {
  element: HTMLElement
  progress: (part: number) => void
  fail: (problem: string) => void
  again: () => void
}

interface MarkerActions {
  onRetry: () => void
  onRemove: () => void
}

function button(text: string, press: () => void): HTMLButtonElement {
  const element = document.createElement('button')
  element.type = 'button'
  element.className = 'btn quiet'
  element.textContent = text
  element.addEventListener('click', press)
  return element
}

export function uploadMarker(name: string, { onRetry, onRemove }: MarkerActions): UploadMarker {
  const element = document.createElement('div')
  element.className = 'picture-wait'
  element.contentEditable = 'false'
  const words = document.createElement('span')
  words.setAttribute('role', 'status')
  const bar = document.createElement('progress')
  bar.setAttribute('aria-label', `Uploading ${name}`)
  const retry = button('Retry', onRetry)
  const again = (): void => {
    words.textContent = `Uploading ${name}`
    bar.value = 0
    bar.hidden = false
    retry.hidden = true
    element.classList.remove('failed')
  }
  element.append(words, bar, retry, button('Remove', onRemove))
  again()
  return {
    element,
    again,
    progress: (part) => {
      bar.value = part
    },
    fail: (problem) => {
      words.textContent = `${name}: ${problem}`
      bar.hidden = true
      retry.hidden = false
      element.classList.add('failed')
    },
  }
}
