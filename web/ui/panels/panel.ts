import { idIn, usePanelAddress } from '#lib/address/panel-address.ts'
import { useMissingRecord } from './missing-record.ts'

/** The panel over a list: the add form where there is no `id`, else the record. */
interface Panel {
  id?: number
  /** In a list of several modules, the one that the record belongs to. */
  origin: string | null
}

/**
 * The open panel lives in the address, so that links lead to it (rules 4.23): `?modal=true` is the add form, with
 * `serviceId=7` the record 7, and so is `?id=7`, as the search writes it. `serviceId=abc` is no record.
 */
export function usePanel() {
  const { params, open, close } = usePanelAddress(['modal', 'serviceId', 'id', 'origin'])
  const name = ['serviceId', 'id'].find((key) => params.has(key))
  const id = name === undefined ? undefined : idIn(params, name)
  useMissingRecord(name !== undefined && id === undefined, close)
  const isOpen = name === undefined ? params.get('modal') === 'true' : id !== undefined
  const panel: Panel | undefined = isOpen ? { id, origin: params.get('origin') } : undefined
  return {
    panel,
    open: (serviceId?: number, origin?: string) =>
      open({ modal: 'true', ...(serviceId !== undefined && { serviceId }), ...(origin && { origin }) }),
    close,
  }
}
