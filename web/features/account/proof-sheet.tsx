import { useMutation } from '@tanstack/react-query'
import { type ReactNode, useId, useState } from 'react'
import { ApiError } from '#lib/api/api.ts'
import { useNonOverlappingCall } from '#lib/use-non-overlapping-call.ts'
import { Field } from '#ui/controls/field.tsx'
import { Input } from '#ui/controls/input.tsx'
import { PasswordInput } from '#ui/controls/password-input.tsx'
import { SheetForm } from '#ui/forms/sheet-form.tsx'

interface IdentityProof {
  password: string
  code: string
}

const REQUIRED_MESSAGES: Readonly<Record<keyof IdentityProof, string>> = {
  password: 'Please input your password!',
  code: 'Please input the code!',
}

interface ProofSheetProps<Answer> {
  title: string
  children: ReactNode
  fields: readonly (keyof IdentityProof)[]
  okText: string
  danger?: boolean
  send: (proof: IdentityProof) => Promise<Answer>
  onDone: (result: Answer) => void
  onClose: () => void
}

export function ProofSheet<Answer>(props: ProofSheetProps<Answer>) {
  const { title, children, fields, okText, danger, send, onDone, onClose } = props
  const id = useId()
  const [proof, setProof] = useState<IdentityProof>({ password: '', code: '' })
  const [errors, setErrors] = useState<Readonly<Partial<Record<string, string>>>>({})
  const [failure, setFailure] = useState<string>()
  const { mutateAsync, isPending } = useMutation({ mutationFn: send, meta: { handles: 'all' } })

  const showErrors = (fieldErrors: Readonly<Partial<Record<string, string>>>): void => {
    setErrors(fieldErrors)
    const firstInvalidFieldIndex = fields.findIndex((name) => fieldErrors[name] !== undefined)
    document.getElementById(id)?.querySelectorAll('input')[firstInvalidFieldIndex]?.focus()
  }
  const submit = useNonOverlappingCall(async () => {
    setFailure(undefined)
    const emptyFields = fields.filter((name) => proof[name].trim() === '')
    if (emptyFields.length > 0)
      return showErrors(Object.fromEntries(emptyFields.map((name) => [name, REQUIRED_MESSAGES[name]])))
    try {
      onDone(await mutateAsync({ ...proof, code: proof.code.replaceAll(/\s/g, '') }))
      return 'done'
    } catch (sendError) {
      if (!(sendError instanceof ApiError)) throw sendError
      const fieldErrors = Object.fromEntries(fields.map((name) => [name, sendError.errors[name]?.[0]]))
      if (Object.values(fieldErrors).every((message) => message === undefined)) setFailure(sendError.message)
      return showErrors(fieldErrors)
    }
  })
  const setField = (name: keyof IdentityProof, value: string): void => {
    setProof({ ...proof, [name]: value })
    setErrors({ ...errors, [name]: undefined })
  }
  return (
    <SheetForm
      id={id}
      className="stack gap-4"
      title={title}
      place="box"
      width={520}
      submitLabel={okText}
      kind={danger ? 'destroy' : 'primary'}
      busy={isPending}
      onClose={onClose}
      onSubmit={submit}
    >
      {children}
      {failure !== undefined && (
        <p className="alert" role="alert">
          {failure}
        </p>
      )}
      {fields.includes('password') && (
        <Field label="Your password" required error={errors.password}>
          <PasswordInput
            name="password"
            autoComplete="current-password"
            value={proof.password}
            onChange={(event) => setField('password', event.target.value)}
          />
        </Field>
      )}
      {fields.includes('code') && (
        <Field
          label="Code"
          required
          error={errors.code}
          help={
            fields.length === 1
              ? 'Six digits; a new code every 30 seconds.'
              : 'Of your app, or a recovery code.'
          }
        >
          <Input
            className="code"
            autoComplete="one-time-code"
            inputMode={fields.length === 1 ? 'numeric' : 'text'}
            autoCapitalize="none"
            spellCheck={false}
            value={proof.code}
            onChange={(event) => setField('code', event.target.value)}
          />
        </Field>
      )}
    </SheetForm>
  )
}
