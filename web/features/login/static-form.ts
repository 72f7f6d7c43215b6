import { ApiError } from '#lib/api/api.ts'

/** An element of index.html that must be there. */
export function element<T extends HTMLElement = HTMLElement>(id: string): T {
  const found = document.getElementById(id)
  if (!found) throw new Error(`index.html has no #${id}`)
  return found as T
}

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

const STEPS = ['password', 'code', 'forgot'] as const

/** Shows one step of the login in place of the others. */
export function showStep(step: (typeof STEPS)[number]): void {
  for (const other of STEPS) element(`${other}-step`).hidden = other !== step
}

/** Shows a form's button as busy, with these words, or as usual. */
function atWork(button: HTMLButtonElement, words: string | undefined): void {
  button.dataset.does ??= button.textContent ?? ''
  button.ariaBusy = String(words !== undefined)
  button.ariaDisabled = words === undefined ? null : 'true'
  button.textContent = words ?? button.dataset.does
}

interface SentForm {
  /** The button's words while it is sent. */
  doing: string
  /** Says what is missing at its fields. */
  check: () => void
  /** Resolves to 'leaves' where the page goes away with its button at work. */
  send: () => Promise<'leaves' | void>
  /** Says why the server refused it. */
  refused: (failure: ApiError) => void
}

/** Sends a static form, `{name}-form`, once at a time, with what is wrong at its fields or above them. */
export function onSubmit(name: string, { doing, check, send, refused }: SentForm): void {
  const form = element<HTMLFormElement>(`${name}-form`)
  const button = element<HTMLButtonElement>(`${name}-submit`)
  const submit = async (): Promise<void> => {
    if (button.ariaBusy === 'true' || button.disabled) return
    check()
    const wrong = [...form.querySelectorAll('input')].find((input) => input.ariaInvalid === 'true')
    if (wrong) return wrong.focus()
    atWork(button, doing)
    fail(`${name}-failure`, undefined)
    try {
      if ((await send()) === 'leaves') return
      atWork(button, undefined)
    } catch (failure) {
      atWork(button, undefined)
      if (!(failure instanceof ApiError)) throw failure
      refused(failure)
    }
  }
  form.addEventListener('submit', (event) => {
    event.preventDefault()
    void submit()
  })
  button.disabled = false
  form.addEventListener('input', ({ target }) => {
    if (target instanceof HTMLInputElement) sayAt(target, undefined)
  })
}
