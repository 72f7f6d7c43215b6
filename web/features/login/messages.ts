import { element } from './elements.ts'

/** Shows a form's own message above its fields, or takes it away. */
export function fail(alertId: string, message: string | undefined): void {
  const alert = element(alertId)
  const words = alert.querySelector('span')
  if (words) words.textContent = message ?? ''
  alert.hidden = message === undefined
}

/** Shows a message at its field, or takes it away; a hint that stands there otherwise comes back. */
export function sayAt(input: HTMLInputElement, message: string | undefined): void {
  const help = document.getElementById(`${input.id}-help`)
  input.ariaInvalid = message === undefined ? null : 'true'
  if (!help) return
  const hint = help.dataset.hint
  help.textContent = message ?? hint ?? ''
  help.classList.toggle('err', message !== undefined || hint === undefined)
  help.hidden = message === undefined && hint === undefined
}
