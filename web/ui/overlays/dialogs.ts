import type { ReactNode } from 'react'
import { createStore } from '#lib/store.ts'

export interface DialogState {
  kind: 'confirm' | 'info' | 'error' | 'success'
  title: string
  content?: ReactNode
  okText: string
  cancelText?: string
  otherButton?: { text: string; onChoose: () => void }
  danger?: boolean
  /** The Cancel button gets the focus, because the user will rarely confirm. `danger` has the same effect. */
  shouldFocusCancel?: boolean
  covers?: boolean
  /**
   * Validates the fields in the dialog. The dialog closes only if it resolves to true. The first field gets
   * the focus.
   */
  isReady?: () => Promise<boolean>
  answer: (isConfirmed: boolean) => void
}

export const dialogQueue = createStore<readonly DialogState[]>([])

function openDialog(question: Omit<DialogState, 'answer'>, closeSignal?: AbortSignal): Promise<boolean> {
  return new Promise((resolve) => {
    const queuedDialog: DialogState = {
      ...question,
      answer: (isConfirmed) => {
        dialogQueue.set(dialogQueue.get().filter((listedDialog) => listedDialog !== queuedDialog))
        resolve(isConfirmed)
      },
    }
    closeSignal?.addEventListener('abort', () => queuedDialog.answer(false))
    dialogQueue.set([...dialogQueue.get(), queuedDialog])
  })
}

type ConfirmOptions = Pick<DialogState, 'title'> & Partial<Omit<DialogState, 'kind' | 'answer'>>

/** Resolves to false on Cancel, on Escape, and when the signal is aborted. */
export function confirm(
  { okText = 'OK', cancelText = 'Cancel', ...rest }: ConfirmOptions,
  closeSignal?: AbortSignal,
): Promise<boolean> {
  return openDialog({ kind: 'confirm', okText, cancelText, ...rest }, closeSignal)
}

export interface DeleteConfirmation {
  title?: string
  name?: string
  lossWarning?: string
}

/** Asks for confirmation of a deletion. Must be called before every deletion (rules 13.18). */
export function confirmDelete(props: DeleteConfirmation): Promise<boolean> {
  const { title = 'Do you want to delete this item?', name, lossWarning } = props
  const confirmationText = [name, 'You cannot undo this.', lossWarning].filter(Boolean).join('\n')
  return confirm({ title, content: confirmationText, okText: 'Delete', danger: true })
}

/**
 * Shows a message and resolves when the user has closed it. A message that is already shown or waiting is not
 * added again.
 */
export async function showMessage(
  kind: 'info' | 'error' | 'success',
  title: string,
  content: ReactNode,
  { covers }: Pick<DialogState, 'covers'> = {},
): Promise<void> {
  if (
    dialogQueue.get().some((listedDialog) => listedDialog.title === title && listedDialog.content === content)
  )
    return
  await openDialog({ kind, title, content, okText: 'OK', covers })
}
