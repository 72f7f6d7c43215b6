import { Check, X } from 'lucide-react'
import { type ReactNode, useRef } from 'react'
import { getShortcutProps } from '#lib/keys/shortcut-setting.ts'
import { Button } from '#ui/controls/button.tsx'
import { useLayerShortcut } from '#ui/layers/use-layer-shortcut.ts'

interface DecisionButtonsProps {
  /** Button of the next step. Its keyboard shortcut is A. `letter` is a second shortcut. */
  next?: { label: string; letter?: 'p'; onClick: () => void }
  onReject?: () => void
  busy: boolean
  /**
   * Text about a decision that another administrator made while the record was open. It replaces the buttons,
   * because a click meant for the old step must not apply the next one.
   */
  decided?: string | undefined
  children?: ReactNode
}

export function DecisionButtons({ decided, busy, children, ...offered }: DecisionButtonsProps) {
  const { next, onReject } = decided === undefined ? offered : {}
  const stepButtonRef = useRef<HTMLButtonElement>(null)
  const rejectButtonRef = useRef<HTMLButtonElement>(null)
  useLayerShortcut('a', stepButtonRef, () => stepButtonRef.current?.click())
  useLayerShortcut('p', stepButtonRef, () => next?.letter === 'p' && stepButtonRef.current?.click())
  useLayerShortcut('r', rejectButtonRef, () => rejectButtonRef.current?.click())
  return (
    <div className="acts decision">
      {decided !== undefined && <p role="status">{decided} Close it and open it again to go on.</p>}
      {next && (
        <Button
          ref={stepButtonRef}
          kind="primary"
          icon={Check}
          busy={busy}
          {...getShortcutProps(next.label, next.letter ?? 'a')}
          onClick={next.onClick}
        >
          {next.label}
        </Button>
      )}
      {onReject && (
        <Button
          ref={rejectButtonRef}
          icon={X}
          busy={busy}
          {...getShortcutProps('Reject', 'r')}
          onClick={onReject}
        >
          Reject
        </Button>
      )}
      {children}
    </div>
  )
}
