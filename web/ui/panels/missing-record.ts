import { useEffect, useEffectEvent } from 'react'
import { inform } from '#ui/overlays/dialogs.ts'
import { errorMessage } from '@tahanan/contract/errors.ts'

/** Shows a message if the record of the address does not exist, and closes its panel (rules 15.27). */
export function useMissingRecord(isMissing: boolean, close: () => void): void {
  const tell = useEffectEvent(() => {
    close()
    void inform('info', errorMessage('notFound'), 'It may have been deleted.')
  })
  useEffect(() => {
    if (isMissing) tell()
  }, [isMissing])
}
