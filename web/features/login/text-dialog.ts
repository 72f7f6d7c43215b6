import { element } from './static-form.ts'

/**
 * Opens a static dialog of index.html by its button `{id}-open`, with the text that `load` fetches at the first
 * opening. `failure` is shown if it fails.
 */
export function listenToTextDialog(id: string, load: () => Promise<string>, failure: string): void {
  const dialog = element<HTMLDialogElement>(id)
  const open = element<HTMLButtonElement>(`${id}-open`)
  let isShown = false

  const show = async (): Promise<void> => {
    if (isShown) return
    const text = element(`${id}-text`)
    const wait = document.createElement('p')
    wait.className = 'muted'
    wait.textContent = 'Loading…'
    text.replaceChildren(wait)
    try {
      const [value, { richTextNodes }] = await Promise.all([
        load(),
        import('#ui/rich-text/rich-text-nodes.ts'),
      ])
      text.replaceChildren(richTextNodes(value))
      isShown = true
    } catch {
      wait.textContent = failure
    }
  }

  open.addEventListener('click', () => {
    dialog.showModal()
    void show()
  })
  open.disabled = false
  element(`${id}-close`).addEventListener('click', () => dialog.close())
  dialog.addEventListener('click', (event) => {
    if (event.target === dialog) dialog.close()
  })
}
