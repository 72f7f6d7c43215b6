import { idIn, usePanelAddress } from '../../lib/address/panel-address.ts'

/** The panel over a list of records: the add form, or a record. */
export type RecordPanel = { id?: number } | undefined

/**
 * The open modal lives in the address, so that links lead to it: `?modal=true` is the add form, with `serviceId=7` the
 * record 7 (rules 4.23), and so is `?id=7`, as the search writes it.
 */
export function useRecordPanel(): {
  panel: RecordPanel
  open: (id?: number) => void
  close: () => void
} {
  const { params, open, close } = usePanelAddress(['modal', 'serviceId', 'id'])
  const id = idIn(params, 'serviceId') ?? idIn(params, 'id')
  return {
    panel: id !== undefined ? { id } : params.get('modal') === 'true' ? {} : undefined,
    open: (record) => open({ modal: 'true', ...(record !== undefined && { serviceId: record }) }),
    close,
  }
}
