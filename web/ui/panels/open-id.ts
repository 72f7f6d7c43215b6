import { idIn, usePanelAddress } from '#lib/address/panel-address.ts'
import { useMissingRecord } from './missing-record.ts'

/** Id of the open record in the address, `?postId=7`. `show` opens another record, or none. */
export function useOpenId(name: string) {
  const { params, open, close } = usePanelAddress([name])
  const openId = idIn(params, name)
  useMissingRecord(params.has(name) && openId === undefined, close)
  return {
    openId,
    show: (next: number | undefined) => (next === undefined ? close() : open({ [name]: next })),
  }
}
