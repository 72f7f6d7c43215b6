import type { ComponentProps } from 'react'
import { onSubmitKey } from '#lib/keys/to-shortcut-key.ts'
import { ignoreHeldEnter } from './button.tsx'

interface SubmitFormProps extends Omit<ComponentProps<'form'>, 'noValidate' | 'onSubmit'> {
  onSubmit: (form: HTMLFormElement) => void
}

export function SubmitForm({ onSubmit, ...rest }: SubmitFormProps) {
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- for keys in its fields
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        onSubmit(event.currentTarget)
      }}
      onKeyDown={(event) => {
        onSubmitKey(event, () => clickSubmitButton(event.currentTarget))
        // The Enter key that opened this form may still be held down and must not submit it.
        if (event.target instanceof HTMLInputElement) ignoreHeldEnter(event)
      }}
      {...rest}
    />
  )
}

function clickSubmitButton(form: HTMLFormElement): void {
  const buttons = [...form.elements].filter((element) => element instanceof HTMLButtonElement)
  buttons.find(({ type }) => type === 'submit')?.click()
}
