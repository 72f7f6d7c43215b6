import { createContext, use, useEffect, useEffectEvent } from 'react'
import { confirm } from './dialogs.ts'

export interface UnsentInput {
  noun: 'message' | 'note'
  state: 'unsent' | 'sending' | 'uploading'
  send: () => Promise<boolean>
}

export const UPLOAD_LOST_MESSAGE = 'A file is still on its way and will be lost.'

const formatNouns = (inputs: readonly UnsentInput[]): string => inputs.map(({ noun }) => noun).join(' and ')

export const describeKeptDraft = (inputs: readonly UnsentInput[]): string =>
  `Your ${formatNouns(inputs)} ${inputs.length > 1 ? 'are not sent yet; they stay here as drafts' : 'is not sent yet; it stays here as a draft'}.`

/**
 * Context for inputs of a sheet that are not part of its form, such as a message. `hold` registers or removes
 * an input. `confirmAndSubmit` asks about unsent inputs before the form is submitted.
 */
export const UnsentInputsContext = createContext<{
  hold: (change: (currentInputs: readonly UnsentInput[]) => readonly UnsentInput[]) => void
  confirmAndSubmit: (verb: string, submitAction: () => Promise<void>) => void
}>({ hold: () => {}, confirmAndSubmit: (_, submitAction) => void submitAction() })

/**
 * Registers an input outside the sheet's form, such as a message. Closing or submitting the sheet then asks
 * what to do with it. Without `state` the input is empty and is not registered.
 */
export function useUnsentInput(
  noun: UnsentInput['noun'],
  state: UnsentInput['state'] | undefined,
  send: UnsentInput['send'],
): void {
  const { hold } = use(UnsentInputsContext)
  const sendNow = useEffectEvent(send)
  useEffect(() => {
    if (!state) return undefined
    const input: UnsentInput = { noun, state, send: () => sendNow() }
    hold((currentInputs) => [...currentInputs, input])
    return () => hold((currentInputs) => currentInputs.filter((currentInput) => currentInput !== input))
  }, [noun, state, hold])
}

/**
 * Returns a function that submits the form after it has asked about unsent inputs, such as a message. `verb`
 * is the label of the submit button.
 */
export const useConfirmUnsentInputs = () => use(UnsentInputsContext).confirmAndSubmit

/**
 * Asks whether to send inputs such as a message before the form is submitted. Resolves to false if the sheet
 * must stay open.
 */
export async function confirmUnsentInputs(inputs: readonly UnsentInput[], verb: string): Promise<boolean> {
  for (const { state, send } of inputs) if (state === 'sending' && !(await send())) return false
  if (inputs.some(({ state }) => state === 'uploading')) {
    const isLost = await confirm({
      title: `${verb} without sending?`,
      content: UPLOAD_LOST_MESSAGE,
      okText: verb,
      cancelText: 'Keep editing',
      danger: true,
    })
    if (!isLost) return false
  }
  const unsentInputs = inputs.filter(({ state }) => state === 'unsent')
  if (unsentInputs.length === 0) return true
  let isOnlySubmitted = false
  const isSent = await confirm({
    title: `Send your ${formatNouns(unsentInputs)} too?`,
    content: `Not sent yet. ‘Only ${verb.toLowerCase()}’ keeps ${unsentInputs.length > 1 ? 'them here as drafts' : 'it here as a draft'}.`,
    okText: `Send and ${verb.toLowerCase()}`,
    cancelText: 'Keep editing',
    otherButton: { text: `Only ${verb.toLowerCase()}`, onChoose: () => (isOnlySubmitted = true) },
    shouldFocusCancel: true,
  })
  if (!isSent) return isOnlySubmitted
  for (const { send } of unsentInputs) if (!(await send())) return false
  return true
}
