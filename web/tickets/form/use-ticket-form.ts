import type { FieldErrors } from '@tahanan/contract/errors.ts'
import type { TicketModule } from '@tahanan/contract/tickets/define-module.ts'
import type { FormAction, Writer } from '@tahanan/contract/tickets/fields.ts'
import { readTicket, type Details } from '@tahanan/contract/tickets/validate.ts'
import { useLayoutEffect, useRef, useState } from 'react'
import { communityTimeZone } from '../../lib/time.ts'
import type { Ticket } from '../ticket.ts'
import { changedValues, type FormValues, initialValues } from './form-values.ts'
import type { UploadState } from './use-uploads.ts'

export interface TicketForm {
  module: TicketModule
  writer: Writer
  action: FormAction
  values: FormValues
  /** First message per field; rows of lists as `items.0.name`. */
  errors: Readonly<Record<string, string>>
  set: (key: string, value: unknown) => void
  /** Something differs from the beginning. */
  dirty: boolean
  uploads: UploadState
  onUploads: (key: string, state: UploadState) => void
  /** The checked body to send: everything on create, what changed on update; undefined when something is wrong at a field. */
  check: () => Details | undefined
  /** Shows messages at their fields and brings the focus to the first. */
  refuse: (errors: FieldErrors) => void
  /** Give to the form element. */
  ref: (form: HTMLElement | null) => void
}

interface FormOptions {
  module: TicketModule
  writer: Writer
  action: FormAction
  ticket?: Ticket
  /** What was typed before, to go on with. */
  draft?: FormValues
  /** Messages of controls that are not fields of the module, such as the tenant's. */
  extra?: (values: FormValues) => FieldErrors
}

/** The state of a ticket's form. It checks with the same code as the server (contract/tickets/validate). */
export function useTicketForm({ module, writer, action, ticket, draft, extra }: FormOptions): TicketForm {
  const [before] = useState(() => initialValues(module, writer, action, ticket))
  const [values, setValues] = useState<FormValues>(() => ({ ...before, ...draft }))
  const [errors, setErrors] = useState<Readonly<Record<string, string>>>({})
  const [uploading, setUploading] = useState<Readonly<Record<string, UploadState>>>({})
  const form = useRef<HTMLElement>(null)
  const wantsFocus = useRef(false)

  useLayoutEffect(() => {
    if (!wantsFocus.current) return
    wantsFocus.current = false
    const first = form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')
    const control = first?.matches('input, textarea, select, button')
      ? first
      : first?.querySelector<HTMLElement>('input, textarea, select, button')
    control?.focus()
  }, [errors])

  const refuse = (told: FieldErrors): void => {
    wantsFocus.current = true
    setErrors(Object.fromEntries(Object.entries(told).map(([key, [message = '']]) => [key, message])))
  }
  const states = Object.values(uploading)

  return {
    module,
    writer,
    action,
    values,
    errors,
    dirty: draft !== undefined || Object.keys(changedValues(before, values)).length > 0,
    uploads: { busy: states.some(({ busy }) => busy), failed: states.some(({ failed }) => failed) },
    ref: (element) => {
      form.current = element
    },
    set: (key, value) => {
      setValues((current) => ({ ...current, [key]: value }))
      // the message has been heeded; the next check says what is still wrong
      setErrors((current) =>
        Object.fromEntries(
          Object.entries(current).filter(([name]) => name !== key && !name.startsWith(`${key}.`)),
        ),
      )
    },
    onUploads: (key, state) => setUploading((current) => ({ ...current, [key]: state })),
    check: () => {
      const body = action === 'create' ? values : changedValues(before, values)
      const read = readTicket(module, body, {
        writer,
        action,
        timeZone: communityTimeZone(),
        now: new Date(),
        stored: ticket,
      })
      const wrong = { ...extra?.(values), ...read.errors }
      if (Object.keys(wrong).length > 0) {
        refuse(wrong)
        return undefined
      }
      setErrors({})
      return read.values
    },
    refuse,
  }
}
