import { useLocation, useNavigate, useSearchParams } from 'react-router'
import { set } from './list-params.ts'

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
  const navigate = useNavigate()
  const { state } = useLocation()
  const id = Number(params.get('serviceId'))
  const isOpen = params.get('modal') === 'true'
  const show = (serviceId?: number, origin?: string): void =>
    setParams(
      (before) => {
        set(before, 'modal', 'true')
        set(before, 'serviceId', serviceId === undefined ? '' : String(serviceId))
        set(before, 'origin', origin ?? '')
        return before
      },
      { state: OPENED_HERE },
    )
  const close = (): void => {
    // back to the list that stands before it in the browser's history, so that it is not there twice
    if (isOpenedHere(state)) void navigate(-1)
    else
      setParams(
        (before) => {
          for (const name of ['modal', 'serviceId', 'origin']) before.delete(name)
          return before
        },
        { replace: true },
      )
  }
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
    close,
  }
}

const OPENED_HERE = { openedFromList: true }

function isOpenedHere(state: unknown): boolean {
  return typeof state === 'object' && state !== null && 'openedFromList' in state
}

/** The address of a ticket on its module's page. */
export function ticketAddress(page: string, id: number): string {
  return `${page}?modal=true&serviceId=${id}`
}
