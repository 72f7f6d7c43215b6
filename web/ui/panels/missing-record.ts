import { useEffect, useEffectEvent } from 'react'
import { inform } from '#ui/overlays/dialogs.ts'
import { errorMessage } from '@tahanan/contract/errors.ts'

/** Says that the record which the address names does not exist, and closes its panel (rules 15.27). */
export function useMissingRecord(isMissing: boolean, close: () => void): void {
  const tell = useEffectEvent(() => {
    close()
    void inform('info', errorMessage('notFound'), 'It may have been deleted.')
  })
  useEffect(() => {
    if (isMissing) tell()
  }, [isMissing])
}
