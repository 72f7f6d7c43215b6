import { ChevronDown, ChevronUp } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { getShortcutProps } from '#lib/keys/shortcut-setting.ts'
import { IconButton } from '#ui/controls/button.tsx'
import { useLayerShortcut } from '#ui/layers/use-layer-shortcut.ts'
import { useLeaveSheet } from '#ui/overlays/sheet.tsx'

interface RecordArrowsProps {
  hasPrevious: boolean
  hasNext: boolean
  onPrevious: (leaveSheet: (openNext: () => void) => void) => Promise<void>
  onNext: RecordArrowsProps['onPrevious']
}

export function RecordArrows({ hasPrevious, hasNext, onPrevious, onNext }: RecordArrowsProps) {
  const leaveSheet = useLeaveSheet()
  // Holds the newest `leaveSheet`, because the user may type while the neighbour is being found. The function
  // of an earlier render does not see that input.
  const latestLeaveSheet = useRef(leaveSheet)
  useEffect(() => {
    latestLeaveSheet.current = leaveSheet
  }, [leaveSheet])
  const leaveLatestSheet = (openNext: () => void): void => latestLeaveSheet.current(openNext)
  const nextButtonRef = useRef<HTMLButtonElement>(null)
  useLayerShortcut('n', nextButtonRef, () => nextButtonRef.current?.click())
  return (
    <>
      <IconButton
        icon={ChevronUp}
        label="Previous in the list"
        disabled={!hasPrevious}
        onClick={() => void onPrevious(leaveLatestSheet)}
      />
      <IconButton
        ref={nextButtonRef}
        icon={ChevronDown}
        label="Next in the list"
        {...getShortcutProps('Next in the list', 'n')}
        disabled={!hasNext}
        onClick={() => void onNext(leaveLatestSheet)}
      />
    </>
  )
}
