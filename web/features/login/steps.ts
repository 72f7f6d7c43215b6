import { element } from './elements.ts'

const STEPS = ['password', 'code', 'forgot'] as const

/** Shows one step of the login in place of the others. */
export function showStep(step: (typeof STEPS)[number]): void {
  for (const other of STEPS) element(`${other}-step`).hidden = other !== step
}

/** Shows a form's button as busy, with these words, or as usual. */
export function atWork(buttonId: string, words: string | undefined): void {
  const button = element<HTMLButtonElement>(buttonId)
  button.dataset.does ??= button.textContent ?? ''
  button.ariaBusy = String(words !== undefined)
  button.ariaDisabled = words === undefined ? null : 'true'
  button.textContent = words ?? button.dataset.does
}

/** Whether a form's button is at work. */
export function isAtWork(buttonId: string): boolean {
  return element(buttonId).ariaBusy === 'true'
}
