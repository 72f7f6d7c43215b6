import { ChevronDown, ChevronUp } from 'lucide-react'
import { useRef } from 'react'
import { getShortcutProps } from '#lib/keys/shortcut-setting.ts'
import { IconButton } from '#ui/controls/button.tsx'
import { useLayerShortcut } from '#ui/layers/use-layer-shortcut.ts'
import { useLeaveSheet } from '#ui/overlays/sheet.tsx'

interface RecordArrowsProps {
  hasPrevious: boolean
  hasNext: boolean
  onPrevious: () => void
  onNext: () => void
}

export function RecordArrows({ hasPrevious, hasNext, onPrevious, onNext }: RecordArrowsProps) {
  const leaveSheet = useLeaveSheet()
  const nextButtonRef = useRef<HTMLButtonElement>(null)
  useLayerShortcut('n', nextButtonRef, () => nextButtonRef.current?.click())
  return (
    <>
      <IconButton
        icon={ChevronUp}
        label="Previous in the list"
        disabled={!hasPrevious}
        onClick={() => leaveSheet(onPrevious)}
      />
      <IconButton
        ref={nextButtonRef}
        icon={ChevronDown}
        label="Next in the list"
        {...getShortcutProps('Next in the list', 'n')}
        disabled={!hasNext}
        onClick={() => leaveSheet(onNext)}
      />
    </>
  )
}
