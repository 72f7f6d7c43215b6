import { useMutation } from '@tanstack/react-query'
import { Ban, LogOut, TriangleAlert } from 'lucide-react'
import { formatTime, getCommunityTimeZone } from '#lib/time.ts'
import { useNow } from '#lib/use-now.ts'
import { Button } from '#ui/controls/button.tsx'
import type { GatePass } from '@tahanan/contract/gate/answers.ts'
import type { Verdict } from '@tahanan/contract/gate/judge-pass.ts'
import { ENTRY_MARK_LABELS, VERDICT_LABELS } from '@tahanan/contract/gate/labels-and-codes.ts'
import { GATE_MUTATION_OPTIONS } from '../store/gate-state.ts'
import { isInsideAfterHours, type GateListName } from '../store/judge-on-device.ts'
import { getServerTime } from '../store/sync-gate-device.ts'
import { recordEntryByTap } from '../verdict/recent-entries.ts'
import { formatAdmissionHours, describePeopleInside } from '../verdict/verdict-text.ts'

interface PassRowProps {
  pass: GatePass
  list?: GateListName
  onOpen?: (pass: GatePass) => void
}

export function PassRow({ pass, list, onOpen }: PassRowProps) {
  const now = useNow(60_000, getServerTime)
  const isOverstay = isInsideAfterHours(pass, getCommunityTimeZone(), now)
  const doNotAdmitVerdict = findDoNotAdmitVerdict(pass, list, now)
  const { unitNumber, name, kind, purpose } = pass
  const passText = (
    <>
      <b className="unit">{unitNumber}</b>
      <b className="name">{name}</b>
      <span className="minor">{[kind, purpose].filter(Boolean).join(' · ')}</span>
      <span className="minor">{formatPassTimes(pass, list, now)}</span>
      {isOverstay && (
        <span className="overstay inline">
          <TriangleAlert className="small" /> Overstay
        </span>
      )}
      {doNotAdmitVerdict && (
        <span className="overstay inline">
          <Ban className="small" /> {VERDICT_LABELS[doNotAdmitVerdict]}
        </span>
      )}
      {pass.mark !== '' && (
        <span className="overstay inline">
          <TriangleAlert className="small" /> {ENTRY_MARK_LABELS[pass.mark]}
        </span>
      )}
    </>
  )
  return (
    <div className="pass-row tile">
      {onOpen ? (
        <button type="button" onClick={() => onOpen(pass)}>
          {passText}
        </button>
      ) : (
        <div>{passText}</div>
      )}
      {list === 'inside' && onOpen && <ExitButton pass={pass} onOpen={onOpen} />}
    </div>
  )
}

/**
 * Records that one person leaves. If several people are inside, opens the pass, because the guard must enter
 * how many leave.
 */
function ExitButton({ pass, onOpen }: Required<Pick<PassRowProps, 'pass' | 'onOpen'>>) {
  const exitMutation = useMutation({
    ...GATE_MUTATION_OPTIONS,
    mutationFn: () => recordEntryByTap(pass, 'out', 1),
  })
  return (
    <Button
      icon={LogOut}
      busy={exitMutation.isPending}
      aria-label={`Out: ${pass.name}`}
      onClick={() => (pass.entered - pass.left > 1 ? onOpen(pass) : exitMutation.mutate())}
    >
      Out
    </Button>
  )
}

function findDoNotAdmitVerdict(
  pass: GatePass,
  list: GateListName | undefined,
  now: number,
): Verdict | undefined {
  if (list === undefined && pass.endedAt !== null) return 'ended'
  if (pass.barred) return 'askOffice'
  return list === undefined && pass.entered === pass.left && Date.parse(pass.to) < now ? 'tooLate' : undefined
}

function formatPassTimes(pass: GatePass, list: GateListName | undefined, now: number): string {
  if (list === 'left') return `Left ${formatTime(pass.lastOutAt)}`
  if (list === 'inside') return `${describePeopleInside(pass)} · in since ${formatTime(pass.lastInAt)}`
  return `${formatAdmissionHours(pass, now)} · ${describePeopleInside(pass)}`
}
