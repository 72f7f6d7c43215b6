import { idIn, usePanelAddress } from './panel-address.ts'

/** The record that an address names, `?postId=7`. `show` opens another, or none. */
export function useOpenId(name: string) {
  const { params, open, close } = usePanelAddress([name])
  return {
    openId: idIn(params, name),
    show: (next: number | undefined) => (next === undefined ? close() : open({ [name]: next })),
  }
}
