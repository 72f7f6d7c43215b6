import { Ban, LogIn, LogOut, type LucideIcon, TriangleAlert, Undo2 } from 'lucide-react'
import { formatCount } from '#lib/format-number.ts'
import { formatCsvDay, formatDateTime, formatTime } from '#lib/time.ts'
import type { CardContent, TableColumn } from '#ui/lists/data-table.tsx'
import { DateTimeText } from '#ui/values/date-time-text.tsx'
import { Tag, type TagColour } from '#ui/values/status-tag.tsx'
import { formatRowsCsv } from '@tahanan/contract/csv.ts'
import type { GateLogEntry } from '@tahanan/contract/gate/answers.ts'
import {
  ENTRY_LABELS,
  LOG_VERDICT_LABELS,
  ENTRY_MARK_LABELS,
  type EntryKind,
} from '@tahanan/contract/gate/labels-and-codes.ts'

const ENTRY_KIND_STYLES: Readonly<Record<EntryKind, readonly [LucideIcon, TagColour]>> = {
  in: [LogIn, 'green'],
  out: [LogOut, 'geekblue'],
  refused: [Ban, 'red'],
  undo: [Undo2, 'neutral'],
}

function KindTag({ kind }: GateLogEntry) {
  const [icon, colour] = ENTRY_KIND_STYLES[kind]
  return (
    <Tag colour={colour} icon={icon}>
      {ENTRY_LABELS[kind]}
    </Tag>
  )
}

/**
 * Leaves out the reason of a refusal if the entry is marked as contradicting its pass, because the mark
 * already shows the reason.
 */
const formatRemarks = ({ kind, mark, verdict, plate, items, workers, note }: GateLogEntry): string =>
  [
    kind === 'refused' && mark === '' && LOG_VERDICT_LABELS[verdict],
    plate && `Plate ${plate}`,
    workers.join(', '),
    items.length > 0 && `Ticked: ${items.join(', ')}`,
    note,
  ]
    .filter(Boolean)
    .join(' · ')

function EntryMarks({ mark, undone, offline, deviceAt }: GateLogEntry) {
  return (
    <>
      {mark !== '' && (
        <Tag colour="magenta" icon={TriangleAlert}>
          {ENTRY_MARK_LABELS[mark]}
        </Tag>
      )}
      {(undone || offline) && (
        <small>
          {[undone && 'Undone', offline && `Offline, ${formatTime(deviceAt)} by the device`]
            .filter(Boolean)
            .join('; ')}
        </small>
      )}
    </>
  )
}

const getName = ({ name }: GateLogEntry): string => name || '–'
const formatPass = ({ passKind, number }: GateLogEntry): string =>
  [passKind, number].filter(Boolean).join(' ')
const renderClient = ({ unitNumber, clientName }: GateLogEntry) =>
  (unitNumber || clientName) && (
    <>
      {unitNumber && <span className="unit-code">Unit {unitNumber}</span>}
      {unitNumber && clientName && ', '}
      {clientName}
    </>
  )
const formatGateAndDevice = ({ gate, device }: GateLogEntry): string =>
  [gate, device].filter(Boolean).join(', ') || 'Office'

export const GATE_LOG_COLUMNS: readonly TableColumn<GateLogEntry>[] = [
  { label: 'When', look: 'c-num', renderCell: ({ at }) => <DateTimeText value={at} fold /> },
  { label: 'Entry', renderCell: (entry) => <KindTag {...entry} /> },
  {
    label: 'Name',
    look: 'wide',
    renderCell: (entry) => (
      <>
        {getName(entry)}
        <small>{formatPass(entry)}</small>
      </>
    ),
  },
  { label: 'People', look: 'c-num right', renderCell: ({ people }) => people },
  { label: 'Unit', look: 'wide', renderCell: renderClient },
  {
    label: 'Gate',
    look: 'wide',
    renderCell: (entry) => (
      <>
        {formatGateAndDevice(entry)}
        <small>{entry.guard}</small>
      </>
    ),
  },
  {
    label: 'Remarks',
    look: 'wide',
    renderCell: (entry) => (
      <>
        <EntryMarks {...entry} />
        {formatRemarks(entry) && <small>{formatRemarks(entry)}</small>}
      </>
    ),
  },
]

export const toEntryCard = (entry: GateLogEntry): CardContent => ({
  top: (
    <>
      <KindTag {...entry} /> <span className="num">{formatDateTime(entry.at)}</span>
    </>
  ),
  heading: getName(entry),
  words: (
    <>
      <p>{[formatPass(entry), formatCount(entry.people, 'person', 'people')].filter(Boolean).join(', ')}</p>
      {renderClient(entry) && <p>{renderClient(entry)}</p>}
      <p>{[formatGateAndDevice(entry), entry.guard].join(', ')}</p>
      <EntryMarks {...entry} />
      {formatRemarks(entry) && <p>{formatRemarks(entry)}</p>}
    </>
  ),
})

export const GATE_LOG_CSV = {
  file: 'GateLog.csv',
  toCsv: (rows: readonly GateLogEntry[]) =>
    formatRowsCsv(rows, {
      Day: ({ at }) => formatCsvDay(at),
      Time: ({ at }) => ({ plain: formatTime(at) }),
      Entry: ({ kind }) => ENTRY_LABELS[kind],
      Name: ({ name }) => name,
      Pass: ({ passKind }) => passKind,
      Number: ({ number }) => number,
      People: ({ people }) => people,
      Unit: ({ unitNumber }) => unitNumber,
      Client: ({ clientName }) => clientName,
      Gate: ({ gate }) => gate,
      Device: ({ device }) => device,
      Guard: ({ guard }) => guard,
      Offline: ({ offline }) => (offline ? 'Yes' : ''),
      Undone: ({ undone }) => (undone ? 'Yes' : ''),
      Mark: ({ mark }) => ENTRY_MARK_LABELS[mark],
      Verdict: ({ verdict }) => LOG_VERDICT_LABELS[verdict],
      Plate: ({ plate }) => plate,
      Workers: ({ workers }) => workers.join('; '),
      'Ticked items': ({ items }) => items.join('; '),
      Note: ({ note }) => note,
    }),
}
