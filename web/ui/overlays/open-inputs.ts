import { createContext, use, useEffect, useEffectEvent } from 'react'
import { confirm } from './dialogs.ts'

export interface OpenInput {
  noun: 'message' | 'note'
  state: 'unsent' | 'sending' | 'uploading'
  send: () => Promise<boolean>
}

export const UPLOAD_LOST = 'A file is still on its way and will be lost.'

const formatNouns = (inputs: readonly OpenInput[]): string => inputs.map(({ noun }) => noun).join(' and ')

export const describeKeptDraft = (inputs: readonly OpenInput[]): string =>
  `Your ${formatNouns(inputs)} ${inputs.length > 1 ? 'are not sent yet; they stay here as drafts' : 'is not sent yet; it stays here as a draft'}.`

/**
 * Inputs of a sheet outside its form. `hold` registers or removes an input. `settle` asks about unsent inputs
 * before the form is submitted.
 */
export const OpenInputs = createContext<{
  hold: (change: (held: readonly OpenInput[]) => readonly OpenInput[]) => void
  settle: (verb: string, then: () => Promise<void>) => void
}>({ hold: () => {}, settle: (_, then) => void then() })

/**
 * Registers an input outside the sheet's form, such as a message. Closing or submitting the sheet then asks
 * what to do with it. Without `state` the input is empty and is not registered.
 */
export function useOpenInput(
  noun: OpenInput['noun'],
  state: OpenInput['state'] | undefined,
  send: OpenInput['send'],
): void {
  const { hold } = use(OpenInputs)
  const sendNow = useEffectEvent(send)
  useEffect(() => {
    if (!state) return undefined
    const input: OpenInput = { noun, state, send: () => sendNow() }
    hold((held) => [...held, input])
    return () => hold((held) => held.filter((other) => other !== input))
  }, [noun, state, hold])
}

/**
 * Returns a function that asks about unsent inputs before it submits. `verb` is the label of the submit
 * button.
 */
export const useSettleInputs = () => use(OpenInputs).settle

/** Asks what to do with unsent inputs. Resolves to false if the sheet must stay open. */
export async function confirmLeavingInputs(inputs: readonly OpenInput[], verb: string): Promise<boolean> {
  for (const { state, send } of inputs) if (state === 'sending' && !(await send())) return false
  if (inputs.some(({ state }) => state === 'uploading')) {
    const isLost = await confirm({
      title: `${verb} without sending?`,
      content: UPLOAD_LOST,
      okText: verb,
      cancelText: 'Keep editing',
      danger: true,
    })
    if (!isLost) return false
  }
  const unsent = inputs.filter(({ state }) => state === 'unsent')
  if (unsent.length === 0) return true
  let isOnlySubmitted = false
  const isSent = await confirm({
    title: `Send your ${formatNouns(unsent)} too?`,
    content: `Not sent yet. ‘Only ${verb.toLowerCase()}’ keeps ${unsent.length > 1 ? 'them here as drafts' : 'it here as a draft'}.`,
    okText: `Send and ${verb.toLowerCase()}`,
    cancelText: 'Keep editing',
    other: { text: `Only ${verb.toLowerCase()}`, onChoose: () => (isOnlySubmitted = true) },
    prefersNo: true,
  })
  if (!isSent) return isOnlySubmitted
  for (const { send } of unsent) if (!(await send())) return false
  return true
}
