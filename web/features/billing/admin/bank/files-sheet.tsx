import { Undo2 } from 'lucide-react'
import { useState } from 'react'
import { api } from '#lib/api/api.ts'
import { formatCount } from '#lib/format-number.ts'
import { holdKeysWhile } from '#lib/keys/held-keys.tsx'
import { formatDateTime } from '#lib/time.ts'
import { RecordList } from '#ui/list-pages/record-list.tsx'
import type { CardWords, RecordColumn } from '#ui/lists/record-table.tsx'
import { confirm, inform } from '#ui/overlays/dialogs.ts'
import { Sheet } from '#ui/overlays/sheet.tsx'
import type { BankImport, BankImportEffects } from '@tahanan/contract/billing/bank-answers.ts'
import { usePaged } from '../../use-paged.ts'
import { bankFilesQuery, useBankChange } from './calls.ts'

const formatLines = (count: number): string => formatCount(count, 'line', 'lines')

const COLUMNS: readonly RecordColumn<BankImport>[] = [
  { label: 'File', look: 'wide', show: ({ fileName }) => <span className="clip">{fileName}</span> },
  { label: 'Account', look: 'wide', show: ({ account }) => <span className="clip">{account}</span> },
  { label: 'Imported', show: ({ created_at }) => formatDateTime(created_at) },
  { label: 'By', show: ({ by }) => by },
  { label: 'Lines', look: 'c-num right', show: ({ lines }) => lines.toLocaleString('en') },
  { label: 'Matched', look: 'c-num right', show: ({ matched }) => matched.toLocaleString('en') },
]

const toCard = ({ fileName, account, created_at, by, lines, matched }: BankImport): CardWords => ({
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
export function FilesSheet({ mayUndo, onClose }: { mayUndo: boolean; onClose: () => void }) {
  const { query, filter, onPage } = usePaged(({ page, limit }) => bankFilesQuery({ page, limit }))
  const [undoingId, setUndoingId] = useState<number>()
  const { mutateAsync, isPending } = useBankChange(
    (id: number) => api.delete<unknown>(`/bank-import/${id}`),
    () => 'The import is undone.',
  )
  const undo = async (id: number): Promise<void> => {
    setUndoingId(id)
    try {
      const effects = await holdKeysWhile(api.get<BankImportEffects>(`/bank-import/${id}`))
      if (effects.posted > 0) await inform('error', 'This file cannot be undone', formatPosted(effects))
      else if (await confirm({ ...toQuestion(effects), okText: 'Undo', danger: true })) await mutateAsync(id)
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
      <RecordList
        caption="Imported files"
        query={query}
        things="files"
        purpose="Files appear here when they are imported."
        filter={filter}
        columns={COLUMNS}
        card={toCard}
        getName={({ fileName }) => fileName}
        isSaving={({ id }) => id === undoingId || isPending}
        {...(mayUndo && {
          actions: ({ id }: BankImport) => [{ label: 'Undo', icon: Undo2, onSelect: () => void undo(id) }],
        })}
        onPage={(query.data?.total ?? 0) > filter.limit ? onPage : undefined}
      />
    </Sheet>
  )
}

const formatPosted = ({ posted }: BankImportEffects): string =>
  `Posted payments belong to ${formatLines(posted)} of it. Please reverse them or undo their matches first.`

function toQuestion({ fileName, lines, matched, verified, made }: BankImportEffects) {
  const content = [
    `${formatLines(lines)} and ${formatCount(matched, 'match', 'matches')} are removed.`,
    verified > 0 &&
      `${formatCount(verified, 'payment', 'payments')} verified by this file: for verification again.`,
    made > 0 && `${formatCount(made, 'payment', 'payments')} made from its lines: not changed.`,
    'The same file can be imported again.',
  ]
  return { title: `Undo the import of ${fileName}?`, content: content.filter(Boolean).join('\n') }
}
