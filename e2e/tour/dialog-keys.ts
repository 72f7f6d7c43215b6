import { expect, type Page } from '@playwright/test'

declare global {
  interface Window {
    submits: number | undefined
  }
}

type Role = 'button' | 'link' | 'menuitem' | 'tab' | 'checkbox'

export const createKeyboardPress =
  (name: string | RegExp, role: Role = 'button') =>
  async (page: Page): Promise<void> => {
    const dialog = page.locator('dialog[open]').last()
    const searchScope = (await dialog.count()) > 0 ? dialog : page
    const control = searchScope.getByRole(role, { name, exact: typeof name === 'string' }).first()
    await expect(control).toBeEnabled()
    await control.focus()
    await page.keyboard.press(role === 'checkbox' ? 'Space' : 'Enter')
  }

export async function waitForDialog(page: Page): Promise<void> {
  await page.waitForFunction(() => {
    const dialog = [...document.querySelectorAll('dialog[open]')].at(-1)
    return dialog?.querySelector('[role="status"][aria-label="Loading"], [aria-busy="true"]') === null
  })
}

async function preventAndCountSubmits(page: Page): Promise<void> {
  await page.evaluate(() => {
    const isWatched = 'submits' in window
    window.submits = 0
    if (isWatched) return
    for (const eventType of ['submit', 'click'])
      addEventListener(
        eventType,
        (event) => {
          const button = event.target instanceof Element && event.target.closest('dialog [type="submit"]')
          const isSubmit = eventType === 'submit' || (button instanceof HTMLButtonElement && !button.form)
          if (window.submits === undefined || !isSubmit) return
          event.preventDefault()
          event.stopImmediatePropagation()
          window.submits += 1
        },
        true,
      )
  })
}

interface OpenDialog {
  role: string | null
  focus: string
  /** True if the first field has the focus; undefined if the dialog has no fields. */
  isFirstField: boolean | undefined
  submitsByEnter: boolean
  submit: string | undefined
  canSubmit: boolean
}

const describeDialog = (page: Page): Promise<OpenDialog> =>
  page.evaluate(() => {
    const dialog = [...document.querySelectorAll('dialog[open]')].at(-1)
    const focusedElement = document.activeElement
    if (!dialog || !focusedElement) throw new Error('no open dialog, or no focus')
    const inputFields = dialog.querySelectorAll(
      ':is(input:not([type="file"], [type="hidden"]), select, textarea):not(:disabled, [readonly])',
    )
    const firstVisibleField = [...inputFields].find((field) =>
      field.checkVisibility({ visibilityProperty: true }),
    )
    const submitButton = dialog.querySelector<HTMLButtonElement>('footer button[type="submit"]')
    const name = focusedElement.textContent.trim().slice(0, 40) || focusedElement.getAttribute('aria-label')
    return {
      role: dialog.getAttribute('role'),
      focus: dialog.contains(focusedElement)
        ? `${focusedElement.localName} ${name}`
        : `outside: ${focusedElement.localName}`,
      isFirstField: firstVisibleField && firstVisibleField === focusedElement,
      submitsByEnter: focusedElement.matches('input:not([role="combobox"])'),
      submit: submitButton?.textContent,
      canSubmit: submitButton !== null && !submitButton.disabled && submitButton.ariaDisabled !== 'true',
    }
  })

/**
 * Checks which element has the focus when a dialog opens: the first field, or the heading if there is no
 * field, or a button in a confirmation. Then checks the keys: Ctrl+Enter submits from every field, Enter from
 * the first field, and a held key submits only once.
 */
export async function expectDialogKeyboard(
  page: Page,
  initialFocus: 'field' | 'heading',
): Promise<OpenDialog> {
  const getSubmitCount = (): Promise<number> => page.evaluate(() => window.submits ?? 0)
  await preventAndCountSubmits(page)
  if (initialFocus === 'field')
    await expect.poll(async () => (await describeDialog(page)).isFirstField ?? true).toBe(true)
  const dialog = await describeDialog(page)
  expect(dialog.focus).not.toMatch(/^outside/)
  // The submit button must not have the focus when a dialog opens: a user who still holds Enter would submit
  // it.
  if (dialog.role === 'dialog') expect(dialog.focus).not.toBe(`button ${dialog.submit}`)
  if (!dialog.canSubmit) {
    // The first field may belong to another form, such as a comment, which Ctrl+Enter would submit.
    if (!dialog.isFirstField) await page.keyboard.press('Control+Enter')
    expect(await getSubmitCount(), 'submits of what is under the dialog').toBe(0)
    await page.evaluate(() => (window.submits = undefined))
    return dialog
  }

  const submitCountBefore = await getSubmitCount()
  await page.keyboard.press('Control+Enter')
  await expect.poll(getSubmitCount, 'by Ctrl+Enter').toBe(submitCountBefore + 1)
  if (dialog.isFirstField && dialog.submitsByEnter) {
    await page.keyboard.press('Enter')
    await expect.poll(getSubmitCount, 'by Enter in the first field').toBe(submitCountBefore + 2)
  }
  const submitCount = await getSubmitCount()
  const buttons = page.locator('dialog[open]').last().locator('button:not([type="submit"])')
  if ((await buttons.count()) > 0) await buttons.first().focus()
  for (const key of ['Control', 'Enter', 'Enter', 'Enter']) await page.keyboard.down(key)
  for (const key of ['Enter', 'Control']) await page.keyboard.up(key)
  await expect.poll(getSubmitCount, 'by a held Ctrl+Enter on another button').toBe(submitCount + 1)
  await page.evaluate(() => (window.submits = undefined))
  return dialog
}

export async function expectFocusAfterEscape(page: Page, confirmation?: string): Promise<void> {
  const openDialogs = page.locator('dialog[open]')
  for (let openDialogCount = await openDialogs.count(); openDialogCount > 0; openDialogCount--) {
    await page.keyboard.press('Escape')
    if (confirmation !== undefined && openDialogCount === 1) await createKeyboardPress(confirmation)(page)
    await expect(openDialogs).toHaveCount(openDialogCount - 1)
    await expect.poll(() => page.evaluate(() => document.activeElement?.localName)).not.toBe('body')
  }
}
