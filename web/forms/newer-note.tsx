import { Info } from 'lucide-react'
import { Button } from '../ui/button.tsx'

interface NewerNoteProps {
  /** Shows the newer record; what was typed is given up. */
  onShow: () => void
}

/** Said in a form that somebody typed into while the record changed elsewhere. */
export function NewerNote({ onShow }: NewerNoteProps) {
  return (
    <div className="newer w" role="status">
      <Info className="i" aria-hidden />
      <p>
        Somebody else changed this record meanwhile. What you typed is still here, but cannot be saved over
        it.
      </p>
      <Button kind="quiet" onClick={onShow}>
        Look at the newer record
      </Button>
    </div>
  )
}
