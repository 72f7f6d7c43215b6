import type { ComponentProps } from 'react'

interface SubmitFormProps extends Omit<ComponentProps<'form'>, 'noValidate' | 'onSubmit'> {
  /** Checks and sends it: what is wrong is said at its fields and in our words, not by the browser. */
  onSubmit: (form: HTMLFormElement) => void
}

/** A form that the page sends itself, by Enter in a field or its button of type `submit`. */
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
