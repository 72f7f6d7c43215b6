import './upload-marker.css'
import type { UploadItem } from '#ui/uploads/uploads.ts'

export interface UploadMarker {
  element: HTMLElement
  show: (upload: UploadItem) => void
}

function createButton(text: string, press: () => void): HTMLButtonElement {
  const element = document.createElement('button')
  element.type = 'button'
  element.className = 'btn quiet'
  element.textContent = text
  element.addEventListener('click', press)
  return element
}

export function createUploadMarker(
  upload: UploadItem,
  onRetry: () => void,
  onRemove: () => void,
): UploadMarker {
  const element = document.createElement('div')
  element.className = 'picture-wait acts'
  element.contentEditable = 'false'
  const words = document.createElement('span')
  words.setAttribute('role', 'status')
  const bar = document.createElement('progress')
  bar.setAttribute('aria-label', `Uploading ${upload.name}`)
  const retry = createButton('Retry', onRetry)
  const renderUpload = ({ name, progress = 0, problem }: UploadItem): void => {
    const text = problem === undefined ? `Uploading ${name}` : `${name}: ${problem}`
    // Sets the text only if it changed, so that screen readers do not announce it again with each progress
    // event.
    if (words.textContent !== text) words.textContent = text
    bar.value = progress
    bar.hidden = problem !== undefined
    retry.hidden = problem === undefined
    element.classList.toggle('failed', problem !== undefined)
  }
  element.append(words, bar, retry, createButton('Remove', onRemove))
  renderUpload(upload)
  return { element, show: renderUpload }
}
