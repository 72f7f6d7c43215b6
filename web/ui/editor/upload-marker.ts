import './upload-marker.css'
import type { UploadItem } from '#ui/uploads/uploads.ts'

export interface UploadMarker {
  element: HTMLElement
  render: (upload: UploadItem) => void
}

function createButton(text: string, onClick: () => void): HTMLButtonElement {
  const element = document.createElement('button')
  element.type = 'button'
  element.className = 'btn quiet'
  element.textContent = text
  element.addEventListener('click', onClick)
  return element
}

export function createUploadMarker(
  upload: UploadItem,
  onRetry: () => void,
  onRemove: () => void,
): UploadMarker {
  const markerElement = document.createElement('div')
  markerElement.className = 'picture-wait acts'
  markerElement.contentEditable = 'false'
  const textElement = document.createElement('span')
  textElement.setAttribute('role', 'status')
  const progressBar = document.createElement('progress')
  progressBar.setAttribute('aria-label', `Uploading ${upload.name}`)
  const retry = createButton('Retry', onRetry)
  const renderUpload = ({ name, progress = 0, problem }: UploadItem): void => {
    const text = problem === undefined ? `Uploading ${name}` : `${name}: ${problem}`
    // Sets the text only if it changed, so that screen readers do not announce it again with each progress
    // event.
    if (textElement.textContent !== text) textElement.textContent = text
    progressBar.value = progress
    progressBar.hidden = problem !== undefined
    retry.hidden = problem === undefined
    markerElement.classList.toggle('failed', problem !== undefined)
  }
  markerElement.append(textElement, progressBar, retry, createButton('Remove', onRemove))
  renderUpload(upload)
  return { element: markerElement, render: renderUpload }
}
