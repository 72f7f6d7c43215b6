import { idIn, usePanelAddress } from '#lib/address/panel-address.ts'
import { useMissingRecord } from './missing-record.ts'

/** The record that an address names, `?postId=7`. `show` opens another, or none. */
export function useOpenId(name: string) {
  const { params, open, close } = usePanelAddress([name])
  const openId = idIn(params, name)
  useMissingRecord(params.has(name) && openId === undefined, close)
  return {
    openId,
    show: (next: number | undefined) => (next === undefined ? close() : open({ [name]: next })),
  }
}
