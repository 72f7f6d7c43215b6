import { getElement } from './static-form.ts'

/**
 * Opens the dialog of index.html when its button `{id}-open` is clicked. `load` fetches the text the first
 * time. If it fails, the dialog shows `failure`.
 */
export function setUpTextDialog(id: string, load: () => Promise<string>, failure: string): void {
  const dialog = getElement<HTMLDialogElement>(id)
  const openButton = getElement<HTMLButtonElement>(`${id}-open`)
  let isShown = false

  const loadText = async (): Promise<void> => {
    if (isShown) return
    const text = getElement(`${id}-text`)
    const loadingElement = document.createElement('p')
    loadingElement.className = 'muted'
    loadingElement.textContent = 'Loading…'
    text.replaceChildren(loadingElement)
    try {
      const [value, { renderRichText }] = await Promise.all([
        load(),
        import('#ui/rich-text/render-rich-text.ts'),
      ])
      text.replaceChildren(renderRichText(value))
      isShown = true
    } catch {
      loadingElement.textContent = failure
    }
  }

  openButton.addEventListener('click', () => {
    dialog.showModal()
    void loadText()
  })
  openButton.disabled = false
  getElement(`${id}-close`).addEventListener('click', () => dialog.close())
  dialog.addEventListener('click', (event) => {
    if (event.target === dialog) dialog.close()
  })
}
