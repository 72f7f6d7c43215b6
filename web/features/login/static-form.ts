import { ApiError } from '#lib/api/api.ts'

export function getElement<T extends HTMLElement = HTMLElement>(id: string): T {
  const element = document.getElementById(id)
  if (!element) throw new Error(`index.html has no #${id}`)
  return element as T
}

export function showFormError(alertId: string, message: string | undefined): void {
  const alert = getElement(alertId)
  const alertText = alert.querySelector('span')
  if (alertText) alertText.textContent = message ?? ''
  alert.hidden = message === undefined
}

export function showFieldError(input: HTMLInputElement, message: string | undefined): void {
  const help = document.getElementById(`${input.id}-help`)
  input.ariaInvalid = message === undefined ? null : 'true'
  if (!help) return
  const hint = help.dataset.hint
  help.textContent = message ?? hint ?? ''
  help.classList.toggle('err', message !== undefined || hint === undefined)
  help.hidden = message === undefined && hint === undefined
}

const LOGIN_STEPS = ['password', 'code', 'forgot'] as const

export function showStep(step: (typeof LOGIN_STEPS)[number]): void {
  for (const stepName of LOGIN_STEPS) getElement(`${stepName}-step`).hidden = stepName !== step
}

export function setButtonBusy(button: HTMLButtonElement, busyText: string | undefined): void {
  button.dataset.does ??= button.textContent ?? ''
  button.ariaBusy = String(busyText !== undefined)
  button.ariaDisabled = busyText === undefined ? null : 'true'
  button.textContent = busyText ?? button.dataset.does
}

interface StaticFormOptions {
  busyText: string
  check: () => void
  /** Sends the form. Resolves to 'leaves' if the browser is leaving the page; the button then stays busy. */
  send: () => Promise<'leaves' | void>
  onRefused: (failure: ApiError) => void
}

export function setUpStaticForm(name: string, { busyText, check, send, onRefused }: StaticFormOptions): void {
  const form = getElement<HTMLFormElement>(`${name}-form`)
  const button = getElement<HTMLButtonElement>(`${name}-submit`)
  const submit = async (): Promise<void> => {
    if (button.ariaBusy === 'true' || button.disabled) return
    check()
    const invalidInput = [...form.querySelectorAll('input')].find((input) => input.ariaInvalid === 'true')
    if (invalidInput) return invalidInput.focus()
    setButtonBusy(button, busyText)
    showFormError(`${name}-failure`, undefined)
    try {
      if ((await send()) === 'leaves') return
      setButtonBusy(button, undefined)
    } catch (failure) {
      setButtonBusy(button, undefined)
      if (!(failure instanceof ApiError)) throw failure
      onRefused(failure)
    }
  }
  form.addEventListener('submit', (event) => {
    event.preventDefault()
    void submit()
  })
  button.disabled = false
  form.addEventListener('input', ({ target }) => {
    if (target instanceof HTMLInputElement) showFieldError(target, undefined)
  })
}
