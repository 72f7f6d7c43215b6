import { errorMessage } from '@tahanan/contract/errors.ts'
import type { Details } from '@tahanan/contract/forms/validate.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { api, ApiError } from '../../../lib/api/api.ts'
import { useOneAtATime } from '../../../lib/use-one-at-a-time.ts'
import { inform } from '../../../ui/overlays/dialogs.ts'
import { toast } from '../../../ui/overlays/toast.tsx'
import type { Ticket } from '../ticket.ts'
import { type FormValues, openValues } from '../../../ui/forms/form-values.ts'
import type { TicketForm } from './use-ticket-form.ts'

interface SaveOptions {
  form: TicketForm
  /** The ticket as the form knows it, on an update. */
  ticket?: Ticket
  /** Whether a key may be changed now; what is closed is not sent. */
  isOpen?: (key: string) => boolean
  /** Returns the part of an update beside the module's fields. */
  beside?: (changed: FormValues) => Details
  /** The draft is to be forgotten. */
  onSaved: () => void
}

interface SaveTicket {
  /** Checks and sends; `extra` is what the form holds beyond the module's own fields. */
  submit: (extra?: Details) => Promise<void>
  busy: boolean
}

/** The name of a form in the drafts. */
export function formName(module: TicketForm['module'], ticket?: Pick<Ticket, 'id'>): string {
  return `${module.name} ${ticket?.id ?? 'new'}`
}

/**
 * Sends a ticket's form: 'added' or 'edited successfully.' on success. Messages of the server go to their fields, a newer
 * version or a taken time keeps the form (rules 4.14, 5.10).
 */
export function useSaveTicket({
  form,
  ticket,
  isOpen = () => true,
  beside,
  onSaved,
}: SaveOptions): SaveTicket {
  const { module, writer, action } = form
  const client = useQueryClient()
  const { mutateAsync, isPending } = useMutation({
    mutationFn: (body: Details) =>
      ticket
        ? api.put<Ticket>(`/${module.path.one}/${ticket.id}`, { ...body, updated_at: form.version })
        : api.post<Ticket>(`/${module.path.one}`, body),
    meta: { handles: ticket ? [409, 'locked'] : [409] },
  })

  const refused = async (failure: unknown): Promise<void> => {
    if (!(failure instanceof ApiError)) throw failure
    if (failure.status === 400) form.refuse(failure.errors)
    else if (failure.status === 409 && failure.message === errorMessage('alreadyReserved'))
      await inform('info', 'Unable to reserved', failure.message)
    // the newer record is fetched, and the form says that there is one
    else if (failure.outdated && ticket) {
      form.markOutdated()
      await client.invalidateQueries({ queryKey: ['ticket', ticket.id] })
    } else if (failure.status === 409) await inform('info', 'Oops! Something went wrong.', failure.message)
  }

  const submit = useOneAtATime(async (extra: Details = {}) => {
    const fields = form.uploads.busy ? undefined : form.check(isOpen)
    if (!fields) return 'open'
    if (form.uploads.failed) {
      // the wording of incident reports serves for others too (rules 6.8)
      const what = action === 'create' ? 'incident report' : module.path.many
      await inform('error', `Unable to submit ${what}`, 'ERROR')
      return 'open'
    }
    const body = { ...fields, ...beside?.(openValues(form.changed, isOpen)), ...extra }
    if (ticket && Object.keys(body).length === 0) {
      onSaved()
      return 'done'
    }
    let saved: Ticket
    try {
      saved = await mutateAsync(body)
    } catch (failure) {
      await refused(failure)
      return 'open'
    }
    toast.success(`${module.toast[writer]} ${action === 'create' ? 'added' : 'edited'} successfully.`)
    void client.invalidateQueries({ queryKey: ['tickets'] })
    if (ticket) {
      // the view shows what was saved at once, the history with it a moment later
      client.setQueryData<Ticket>(['ticket', ticket.id], (known) => ({ ...known, ...saved }))
      void client.invalidateQueries({ queryKey: ['ticket', ticket.id] })
    }
    onSaved()
    return 'done'
  })
  return { submit, busy: isPending }
}
