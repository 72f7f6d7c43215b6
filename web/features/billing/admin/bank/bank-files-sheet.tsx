import { FileWarning, Undo2 } from 'lucide-react'
import { useState } from 'react'
import { api } from '#lib/api/api.ts'
import { deleteRecord } from '#lib/api/delete-record.ts'
import { formatCount } from '#lib/format-number.ts'
import { disableShortcutsWhile } from '#lib/keys/disable-shortcuts.tsx'
import { formatDateTime } from '#lib/time.ts'
import { DataList } from '#ui/list-pages/data-list.tsx'
import type { CardContent, TableColumn } from '#ui/lists/data-table.tsx'
import { confirm, showMessage } from '#ui/overlays/dialogs.ts'
import { Sheet } from '#ui/overlays/sheet.tsx'
import type { BankImport, BankImportWithEffects } from '@tahanan/contract/billing/bank-answers.ts'
import { usePagedQuery } from '../../use-paged-query.ts'
import { bankFilesQuery, useBankMutation } from './calls.ts'
import { RefusedLines } from './refused-lines.tsx'

const formatLines = (count: number): string => formatCount(count, 'line', 'lines')

const COLUMNS: readonly TableColumn<BankImport>[] = [
  { label: 'File', look: 'wide', renderCell: ({ fileName }) => <span className="clip">{fileName}</span> },
  { label: 'Account', look: 'wide', renderCell: ({ account }) => <span className="clip">{account}</span> },
  { label: 'Imported', renderCell: ({ created_at }) => formatDateTime(created_at) },
  { label: 'By', renderCell: ({ by }) => by },
  { label: 'Lines', look: 'c-num right', renderCell: ({ lines }) => lines.toLocaleString('en') },
  { label: 'Matched', look: 'c-num right', renderCell: ({ matched }) => matched.toLocaleString('en') },
]

const toCard = ({ fileName, account, created_at, by, lines, matched }: BankImport): CardContent => ({
  heading: fileName,
  words: (
    <>
      <p>{account}</p>
      <p>{[formatDateTime(created_at), by].filter(Boolean).join(', ')}</p>
      <p className="num">{`${formatLines(lines)}, ${matched.toLocaleString('en')} matched`}</p>
    </>
  ),
})

/** List of imported bank files. Each import can be undone (rules 21.26). */
export function BankFilesSheet({ mayUndo, onClose }: { mayUndo: boolean; onClose: () => void }) {
  const { query, filter, onPage } = usePagedQuery(({ page, limit }) => bankFilesQuery({ page, limit }))
  const [undoingId, setUndoingId] = useState<number>()
  const { mutateAsync, isPending } = useBankMutation(
    (id: number) => deleteRecord(`/bank-import/${id}`),
    () => 'The import is undone.',
  )
  const undoBankImport = async (id: number): Promise<void> => {
    setUndoingId(id)
    try {
      const effects = await disableShortcutsWhile(api.get<BankImportWithEffects>(`/bank-import/${id}`))
      if (effects.posted > 0)
        await showMessage('error', 'This file cannot be undone', formatPostedPayments(effects))
      else if (await confirm({ ...toUndoQuestion(effects), okText: 'Undo', danger: true }))
        await mutateAsync(id)
    } catch {
    } finally {
      setUndoingId(undefined)
    }
  }
  return (
    <Sheet
      place="box"
      width={1000}
      title="Files"
      subtitle="Imported files of banks and gateways, the newest first."
      onClose={onClose}
    >
      <DataList
        caption="Imported files"
        query={query}
        pluralNoun="files"
        purpose="Files appear here when they are imported."
        filter={filter}
        columns={COLUMNS}
        card={toCard}
        getName={({ fileName }) => fileName}
        isSaving={({ id }) => id === undoingId || isPending}
        {...((mayUndo || query.data?.data.some(({ refused }) => refused.length > 0)) && {
          actions: (file: BankImport) => [
            ...(mayUndo
              ? [{ label: 'Undo', icon: Undo2, onSelect: () => void undoBankImport(file.id) }]
              : []),
            ...(file.refused.length > 0
              ? [
                  {
                    label: 'Unreadable lines',
                    icon: FileWarning,
                    onSelect: () => void showRefusedLines(file),
                  },
                ]
              : []),
          ],
        })}
        onPage={(query.data?.total ?? 0) > filter.limit ? onPage : undefined}
      />
    </Sheet>
  )
}

const showRefusedLines = ({ fileName, refused }: BankImport): Promise<void> =>
  showMessage('info', fileName, <RefusedLines refused={refused} isInitiallyOpen />)

const formatPostedPayments = ({ posted }: BankImportWithEffects): string =>
  `Posted payments belong to ${formatLines(posted)} of it. Please reverse them or undo their matches first.`

function toUndoQuestion({ fileName, lines, matched, verified, made }: BankImportWithEffects) {
  const confirmationText = [
    `${formatLines(lines)} and ${formatCount(matched, 'match', 'matches')} are removed.`,
    verified > 0 &&
      `${formatCount(verified, 'payment', 'payments')} verified by this file: for verification again.`,
    made > 0 && `${formatCount(made, 'payment', 'payments')} made from its lines: not changed.`,
    'The same file can be imported again.',
  ]
  return { title: `Undo the import of ${fileName}?`, content: confirmationText.filter(Boolean).join('\n') }
}
