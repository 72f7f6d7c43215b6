import type { ReactNode } from 'react'
import { createStore } from '#lib/store.ts'

export interface Question {
  kind: 'confirm' | 'info' | 'error' | 'success'
  title: string
  /** A sentence, or what is to be looked at. */
  content?: ReactNode
  okText: string
  /** Only of a confirmation. */
  cancelText?: string
  /** The answer destroys something. */
  danger?: boolean
  /** The answer is unusual, so that Cancel has the focus, as where it destroys something. */
  prefersNo?: boolean
  /** Hides the page behind it. */
  covers?: boolean
  answer: (yes: boolean) => void
}

/** The questions and messages that wait for an answer, one at a time; `DialogHost` draws the first. */
export const questions = createStore<readonly Question[]>([])

function ask(question: Omit<Question, 'answer'>): Promise<boolean> {
  return new Promise((resolve) => {
    const queued: Question = {
      ...question,
      answer: (yes) => {
        questions.set(questions.get().filter((other) => other !== queued))
        resolve(yes)
      },
    }
    questions.set([...questions.get(), queued])
  })
}

type ConfirmOptions = Pick<Question, 'title'> & Partial<Omit<Question, 'kind' | 'answer'>>

/** Asks, and resolves to whether the answer was yes. Escape is no. */
export function confirm({ okText = 'OK', cancelText = 'Cancel', ...rest }: ConfirmOptions): Promise<boolean> {
  return ask({ kind: 'confirm', okText, cancelText, ...rest })
}

export interface DeleteQuestion {
  /** 'Do you want to delete this item?' where nothing else is said. */
  title?: string
  /** Name of the record, such as its ticket number. */
  name?: string
  /** Records that go with it, in words. */
  loss?: string
}

/** Asks before every delete (rules 13.18). */
export function confirmDelete(props: DeleteQuestion): Promise<boolean> {
  const { title = 'Do you want to delete this item?', name, loss } = props
  const content = [name, 'You cannot undo this.', loss].filter(Boolean).join('\n')
  return confirm({ title, content, okText: 'Delete', danger: true })
}

/** Tells something that must be read; resolves when it was. The same message is never queued twice. */
export async function inform(
  kind: 'info' | 'error' | 'success',
  title: string,
  content: string,
  { covers }: Pick<Question, 'covers'> = {},
): Promise<void> {
  if (questions.get().some((other) => other.title === title && other.content === content)) return
  await ask({ kind, title, content, okText: 'OK', covers })
}
