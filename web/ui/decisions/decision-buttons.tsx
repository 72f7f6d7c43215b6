import { Check, X } from 'lucide-react'
import { type ReactNode, useRef } from 'react'
import { getShortcutProps } from '#lib/keys/shortcut-setting.ts'
import { Button } from '#ui/controls/button.tsx'
import { useLayerShortcut } from '#ui/layers/use-layer-shortcut.ts'

interface DecisionButtonsProps {
  /** Button of the next step. Its keyboard shortcut is A. `shortcut` is a second shortcut. */
  next?: { label: string; shortcut?: 'p'; onClick: () => void }
  onReject?: () => void
  busy: boolean
  /**
   * Text about a decision that another administrator made while the record was open. It replaces the buttons,
   * because a click meant for the old step must not apply the next one.
   */
  decisionOfOther?: string | undefined
  children?: ReactNode
}

export function DecisionButtons({ decisionOfOther, busy, children, ...offered }: DecisionButtonsProps) {
  const { next, onReject } = decisionOfOther === undefined ? offered : {}
  const stepButtonRef = useRef<HTMLButtonElement>(null)
  const rejectButtonRef = useRef<HTMLButtonElement>(null)
  useLayerShortcut('a', stepButtonRef, () => stepButtonRef.current?.click())
  useLayerShortcut('p', stepButtonRef, () => next?.shortcut === 'p' && stepButtonRef.current?.click())
  useLayerShortcut('r', rejectButtonRef, () => rejectButtonRef.current?.click())
  return (
    <div className="acts decision">
      {decisionOfOther !== undefined && (
        <p role="status">{decisionOfOther} Close it and open it again to go on.</p>
      )}
      {next && (
        <Button
          ref={stepButtonRef}
          kind="primary"
          icon={Check}
          busy={busy}
          {...getShortcutProps(next.label, next.shortcut ?? 'a')}
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
