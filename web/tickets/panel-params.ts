import { useSearchParams } from 'react-router'

/** What lies over a list: the add form, or a ticket. */
export type OpenPanel = { kind: 'add' } | { kind: 'ticket'; id: number; origin: string | null } | undefined

/**
 * The open panel lives in the address as the specification has it (2 §2.1): `?modal=true` is the add form,
 * `?modal=true&serviceId=7` the ticket 7. So notifications and the Services list can link to a ticket.
 */
export function usePanel(): {
  panel: OpenPanel
  openAdd: () => void
  /** In a mixed list the name of the module belongs to it. */
  openTicket: (id: number, origin?: string) => void
  close: () => void
} {
  const [params, setParams] = useSearchParams()
  const id = Number(params.get('serviceId'))
  const isOpen = params.get('modal') === 'true'
  const show = (serviceId?: number, origin?: string): void =>
    setParams((before) => {
      before.set('modal', 'true')
      if (serviceId === undefined) before.delete('serviceId')
      else before.set('serviceId', String(serviceId))
      if (origin === undefined) before.delete('origin')
      else before.set('origin', origin)
      return before
    })
  return {
    // a link to a ticket may do without the word modal
    panel:
      Number.isSafeInteger(id) && id > 0
        ? { kind: 'ticket', id, origin: params.get('origin') }
        : isOpen
          ? { kind: 'add' }
          : undefined,
    openAdd: () => show(),
    openTicket: show,
    close: () =>
      setParams(
        (before) => {
          before.delete('modal')
          before.delete('serviceId')
          before.delete('origin')
          return before
        },
        { replace: true },
      ),
  }
}

/** The address of a ticket on its module's page. */
export function ticketAddress(page: string, id: number): string {
  return `${page}?modal=true&serviceId=${id}`
}
