import { parseIdParameter, usePanelAddress } from '#lib/address/panel-address.ts'
import { useMissingRecord } from './open-id.ts'

interface Panel {
  id?: number
  origin: string | null
}

/**
 * Stores the open panel in the URL, so that it can be linked (rules 4.23). `?modal=true` opens the add form.
 * `?modal=true&serviceId=7` opens record 7. Links of the search use `?id=7`. An invalid id such as
 * `serviceId=abc` counts as a missing record. `at=messages` opens a record at its conversation. On a page
 * with several lists, each list has its own value of `modal`.
 */
export function usePanel(modal = 'true') {
  const { params, open, close, getAddress } = usePanelAddress(['modal', 'serviceId', 'id', 'origin', 'at'])
  const isOtherPanel = modal !== 'true' && params.get('modal') !== modal
  const name = isOtherPanel ? undefined : ['serviceId', 'id'].find((key) => params.has(key))
  const id = name === undefined ? undefined : parseIdParameter(params, name)
  useMissingRecord(name !== undefined && id === undefined, close)
  const isOpen = name === undefined ? params.get('modal') === modal : id !== undefined
  const panel: Panel | undefined = isOpen ? { id, origin: params.get('origin') } : undefined
  return {
    panel,
    open: (serviceId?: number, origin?: string) =>
      open({ modal, ...(serviceId !== undefined && { serviceId }), ...(origin && { origin }) }),
    close,
    getLink: ({ id: serviceId }: { id: number }) => getAddress({ modal, serviceId }),
  }
}
