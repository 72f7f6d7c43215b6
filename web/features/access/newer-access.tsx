import type { AccessSwitch } from '@tahanan/contract/access-presets.ts'
import { Info } from 'lucide-react'
import { Button } from '../../ui/controls/button.tsx'
import { switchWords } from './names.ts'

interface NewerAccessProps {
  /** Switches that somebody else turned on and off. */
  difference: { given: AccessSwitch[]; taken: AccessSwitch[] }
  onKeepMine: () => void
  onTakeTheirs: () => void
}

/** Note in Manage Access when somebody else changed the same access meanwhile. */
export function NewerAccess({ difference: { given, taken }, onKeepMine, onTakeTheirs }: NewerAccessProps) {
  return (
    <div className="conflict" role="alert">
      <Info className="i" aria-hidden />
      <p>
        Somebody else changed this access meanwhile.
        {given.length > 0 && ` Given: ${switchWords(given)}.`}
        {taken.length > 0 && ` Taken away: ${switchWords(taken)}.`}
      </p>
      <div className="acts">
        <Button kind="quiet" onClick={onKeepMine}>
          Keep mine
        </Button>
        <Button kind="quiet" onClick={onTakeTheirs}>
          Take the other version
        </Button>
      </div>
    </div>
  )
}
