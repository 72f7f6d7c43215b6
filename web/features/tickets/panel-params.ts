import { idIn, usePanelAddress } from '../../lib/address/panel-address.ts'

/** The panel over a list: the add form, or a ticket. */
export type OpenPanel = { kind: 'add' } | { kind: 'ticket'; id: number; origin: string | null } | undefined

/**
 * The open panel lives in the address (rules 4.23): `?modal=true` is the add form,
 * `?modal=true&serviceId=7` the ticket 7. So notifications and the Services list can link to a ticket.
 */
export function usePanel(): {
  panel: OpenPanel
  openAdd: () => void
  /** In a mixed list the name of the module belongs to it. */
  openTicket: (id: number, origin?: string) => void
  close: () => void
} {
  const { params, open, close } = usePanelAddress(['modal', 'serviceId', 'origin'])
  const id = idIn(params, 'serviceId')
  return {
    // a link to a ticket may do without the word modal
    panel:
      id !== undefined
        ? { kind: 'ticket', id, origin: params.get('origin') }
        : params.get('modal') === 'true'
          ? { kind: 'add' }
          : undefined,
    openAdd: () => open({ modal: 'true' }),
    openTicket: (serviceId, origin) => open({ modal: 'true', serviceId, ...(origin && { origin }) }),
    close,
  }
}

/** The address of a ticket on its module's page. */
export function ticketAddress(page: string, id: number): string {
  return `${page}?modal=true&serviceId=${id}`
}
