import { useQuery } from '@tanstack/react-query'
import { Check, FileQuestionMark, Files, RefreshCw } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { api } from '#lib/api/api.ts'
import { useAdmin } from '#lib/api/me.ts'
import { filterSelectedRows, type CsvChoice } from '#lib/api/selected-rows.ts'
import { formatCount } from '#lib/format-number.ts'
import { disableShortcutsWhile } from '#lib/keys/disable-shortcuts.tsx'
import { saveRow, useSavingRows } from '#lib/saving-rows.ts'
import { Button } from '#ui/controls/button.tsx'
import { ListPage } from '#ui/list-pages/list-page.tsx'
import { useListParams } from '#ui/list-pages/list-params.ts'
import { confirm, showMessage } from '#ui/overlays/dialogs.ts'
import { useOpenId } from '#ui/panels/open-id.ts'
import type { BankLine } from '@tahanan/contract/billing/bank-answers.ts'
import { BANK_LINE_STATUS, BANK_LINE_STATES } from '@tahanan/contract/billing/bank.ts'
import { rolesAllow } from '@tahanan/contract/permissions.ts'
import type { StatusTab } from '@tahanan/contract/tickets/define-module.ts'
import { BankFilesSheet } from './bank-files-sheet.tsx'
import { toBankLineCard, BANK_LINE_COLUMNS } from './bank-line-columns.tsx'
import { bankLinesQuery, refreshBank, useBankMutation } from './calls.ts'
import {
  addShownLines,
  confirmLines,
  filterLinesAsShown,
  toLineRowName,
  type ShownPaymentIds,
} from './confirm-lines.ts'
import { ImportProgress } from './import-progress.tsx'
import { ImportSheet } from './import-sheet.tsx'
import { LineSheet } from './line-sheet.tsx'
import { UnmatchedSheet } from './unmatched-sheet.tsx'
import './bank.css'

const BANK_LINE_TABS: readonly StatusTab[] = [{ label: 'All' }, ...BANK_LINE_STATES]
const formatLines = (count: number): string => formatCount(count, 'line', 'lines')
const formatMatchedLines = (count: number): string => `${formatLines(count)} matched.`

/**
 * Shows the lines of bank and gateway files with the payments that match them. Lines are imported, confirmed,
 * matched by hand and reported here (rules 21).
 */
export default function BankPage() {
  const { roles } = useAdmin()
  const mayMatch = rolesAllow(roles, 'payments', 'verify')
  const list = useListParams({ tabs: true })
  const query = useQuery(bankLinesQuery(list.filter))
  const [sheet, setSheet] = useState<'import' | 'unmatched' | 'files'>()
  const { openId, setOpenId, getLink } = useOpenId('id')
  const close = () => setSheet(undefined)
  const importAction = mayMatch ? { label: 'Import file', onPress: () => setSheet('import') } : undefined
  const compare = useBankMutation(compareLinesAgain, formatMatchedLines)
  const match = useBankMutation(confirmLines, formatMatchedLines)
  const savingRows = useSavingRows()
  const shownPaymentIds = useRef<ShownPaymentIds>(new Map())
  const shownLines = query.data?.data
  useEffect(() => {
    shownPaymentIds.current = addShownLines(shownPaymentIds.current, shownLines ?? [])
  }, [shownLines])
  const confirmChosenLines = async (choice: CsvChoice): Promise<void> => {
    const shownIds = shownPaymentIds.current
    const likelyLines = await disableShortcutsWhile(listLikelyLines(choice))
    const lines = filterLinesAsShown(likelyLines, shownIds)
    const changedCount = likelyLines.length - lines.length
    if (changedCount > 0) void refreshBank()
    const changeNote =
      changedCount > 0 ? `Left out, because the payment has changed: ${formatLines(changedCount)}.` : ''
    if (lines.length === 0) {
      await showMessage('info', 'There is no line to confirm.', changeNote)
      return
    }
    const isConfirmed = await confirm({
      title: `Confirm ${formatLines(lines.length)}?`,
      content: [
        'Each line is matched with the payment next to it. You are recorded as the verifier.',
        changeNote,
      ]
        .filter(Boolean)
        .join('\n'),
      okText: 'Confirm',
    })
    if (isConfirmed) match.mutate(lines)
  }
  return (
    <ListPage
      title="Bank matching"
      className="bank"
      tabs={BANK_LINE_TABS}
      searchHint="Search reference, description or amount"
      list={list}
      query={query}
      pluralNoun="lines"
      purpose="Import the file of the bank or gateway: each line finds its payment here."
      add={importAction}
      emptyAction={importAction && <Button onClick={importAction.onPress}>Import the first file</Button>}
      tools={
        <>
          {mayMatch && (
            <Button icon={RefreshCw} busy={compare.isPending} onClick={() => compare.mutate()}>
              Compare again
            </Button>
          )}
          <Button icon={FileQuestionMark} onClick={() => setSheet('unmatched')}>
            Unmatched
          </Button>
          <Button icon={Files} onClick={() => setSheet('files')}>
            Files
          </Button>
        </>
      }
      bulk={
        mayMatch && list.filter.status === BANK_LINE_STATUS.likely
          ? {
              label: 'Confirm',
              icon: Check,
              busy: match.isPending,
              run: (choice) => void confirmChosenLines(choice),
            }
          : undefined
      }
      columns={BANK_LINE_COLUMNS}
      card={toBankLineCard}
      getName={({ reference, amount }) => reference || String(amount)}
      getLink={getLink}
      rowName={toLineRowName}
      isSaving={(line) => savingRows.has(toLineRowName(line.id))}
      actions={(line) => [
        mayMatch && line.status === BANK_LINE_STATUS.likely
          ? {
              label: 'Confirm',
              icon: Check,
              onSelect: () =>
                void saveRow(toLineRowName(line.id), async () => {
                  await match.mutateAsync([line]).catch(() => undefined)
                }),
            }
          : { label: 'View', onSelect: () => setOpenId(line.id) },
      ]}
      filters={<ImportProgress />}
    >
      {sheet === 'import' && <ImportSheet onClose={close} />}
      {sheet === 'files' && <BankFilesSheet mayUndo={mayMatch} onClose={close} />}
      {sheet === 'unmatched' && <UnmatchedSheet onClose={close} />}
      {openId !== undefined && (
        <LineSheet key={openId} id={openId} mayMatch={mayMatch} onClose={() => setOpenId(undefined)} />
      )}
    </ListPage>
  )
}

const compareLinesAgain = async () => (await api.post<{ matched: number }>('/bank-matching')).matched

async function listLikelyLines(choice: CsvChoice): Promise<BankLine[]> {
  const searchTerm = 'ids' in choice ? '' : choice.searchTerm
  const { data } = await api.get<{ data: BankLine[] }>('/bank-lines', {
    status: BANK_LINE_STATUS.likely,
    limit: 0,
    searchTerm,
  })
  return filterSelectedRows(data, choice)
}
