import type { ComponentProps } from 'react'

interface SubmitFormProps extends Omit<ComponentProps<'form'>, 'noValidate' | 'onSubmit'> {
  /** Checks and sends the form. The page shows errors at the fields; the browser's own checks are off. */
  onSubmit: (form: HTMLFormElement) => void
}

/** A form submitted by JavaScript, on Enter or by a button of type `submit`. */
export function SubmitForm({ onSubmit, ...rest }: SubmitFormProps) {
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        onSubmit(event.currentTarget)
      }}
      {...rest}
    />
  )
}
