import { useEffect, useEffectEvent } from 'react'
import { parseIdParameter, usePanelAddress } from '#lib/address/panel-address.ts'
import { showMessage } from '#ui/overlays/dialogs.ts'
import { formatErrorMessage } from '@tahanan/contract/errors.ts'

export function useOpenId(name: string) {
  const { params, open, close, getAddress } = usePanelAddress([name, 'at'])
  const openId = parseIdParameter(params, name)
  useMissingRecord(params.has(name) && openId === undefined, close)
  return {
    openId,
    setOpenId: (next: number | undefined) => (next === undefined ? close() : open({ [name]: next })),
    getLink: ({ id }: { id: number }) => getAddress({ [name]: id }),
  }
}

/** Closes the panel and shows a message if the record of the URL does not exist (rules 15.27). */
export function useMissingRecord(isMissing: boolean, close: () => void): void {
  const closeAndInform = useEffectEvent(() => {
    close()
    void showMessage('info', formatErrorMessage('notFound'), 'It may have been deleted.')
  })
  useEffect(() => {
    if (isMissing) closeAndInform()
  }, [isMissing])
}
