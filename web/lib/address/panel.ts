import { idIn, usePanelAddress } from './panel-address.ts'

/** The panel over a list: the add form where there is no `id`, else the record. */
interface Panel {
  id?: number
  /** In a list of several modules, the one that the record belongs to. */
  origin: string | null
}

/**
 * The open panel lives in the address, so that links lead to it (rules 4.23): `?modal=true` is the add form, with
 * `serviceId=7` the record 7, and so is `?id=7`, as the search writes it.
 */
export function usePanel() {
  const { params, open, close } = usePanelAddress(['modal', 'serviceId', 'id', 'origin'])
  const id = idIn(params, 'serviceId') ?? idIn(params, 'id')
  const isOpen = id !== undefined || params.get('modal') === 'true'
  const panel: Panel | undefined = isOpen ? { id, origin: params.get('origin') } : undefined
  return {
    panel,
    open: (serviceId?: number, origin?: string) =>
      open({ modal: 'true', ...(serviceId !== undefined && { serviceId }), ...(origin && { origin }) }),
    close,
  }
}
