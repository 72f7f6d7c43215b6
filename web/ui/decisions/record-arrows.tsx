import { ChevronDown, ChevronUp } from 'lucide-react'
import { useRef } from 'react'
import { getShortcutProps } from '#lib/keys/shortcuts.ts'
import { IconButton } from '#ui/controls/button.tsx'
import { useLayerKey } from '#ui/layers/use-layer-key.ts'
import { useLeaveSheet } from '#ui/overlays/sheet.tsx'

interface RecordArrowsProps {
  hasPrevious: boolean
  hasNext: boolean
  onPrevious: () => void
  onNext: () => void
}

export function RecordArrows({ hasPrevious, hasNext, onPrevious, onNext }: RecordArrowsProps) {
  const leave = useLeaveSheet()
  const next = useRef<HTMLButtonElement>(null)
  useLayerKey('n', next, () => next.current?.click())
  return (
    <>
      <IconButton
        icon={ChevronUp}
        label="Previous in the list"
        disabled={!hasPrevious}
        onClick={() => leave(onPrevious)}
      />
      <IconButton
        ref={next}
        icon={ChevronDown}
        label="Next in the list"
        {...getShortcutProps('Next in the list', 'n')}
        disabled={!hasNext}
        onClick={() => leave(onNext)}
      />
    </>
  )
}
