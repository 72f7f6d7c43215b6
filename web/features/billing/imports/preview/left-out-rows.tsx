import { formatCount } from '#lib/format-number.ts'
import { formatBalance, formatPesos } from '#lib/money.ts'
import { Button } from '#ui/controls/button.tsx'
import { confirm } from '#ui/overlays/dialogs.ts'
import type { StatementImport } from '@tahanan/contract/billing/import-answers.ts'
import { updateImportSession } from '../import-session.ts'

interface LeftOutProps {
  of: StatementImport
  shouldIncludeOlder: boolean
  shouldIncludeDoubtful: boolean
}

/** List of the rows that an import skips, with buttons that include them (rules 7.14, 7.29, 7.30, 7.34). */
export function LeftOutRows({ of, shouldIncludeOlder, shouldIncludeDoubtful }: LeftOutProps) {
  const { older, doubtful, creatable, notInFiles, inStatement, receivedSince, moved } = of
  const rowCountText = formatCount(older.rows, 'row is', 'rows are')
  return (
    <>
      {older.rows > 0 && (
        <div className="acts olderrows">
          <p>
            {rowCountText} older than the stored {older.rows === 1 ? 'statement' : 'statements'}.{' '}
            {shouldIncludeOlder ? 'They are taken when you upload.' : 'They are skipped.'}
          </p>
          <Button
            onClick={() =>
              void (shouldIncludeOlder
                ? updateImportSession({ shouldIncludeOlder: false })
                : confirmOlderRows(older))
            }
          >
            {shouldIncludeOlder ? 'Skip them' : 'Take all older rows'}
          </Button>
        </div>
      )}
      {doubtful > 0 && (
        <div className="acts olderrows">
          <p>
            {formatCount(doubtful, 'row has a doubtful code', 'rows have doubtful codes')}.{' '}
            {shouldIncludeDoubtful ? formatTakenRows(of) : 'They are left out.'} &lsquo;To check&rsquo; lists
            them: correct them in the file and choose it again.
          </p>
          {creatable > 0 && (
            <Button
              onClick={() =>
                void (shouldIncludeDoubtful
                  ? updateImportSession({ shouldIncludeDoubtful: false })
                  : confirmDoubtfulRows(of))
              }
            >
              {shouldIncludeDoubtful ? 'Leave them out' : 'Create them as new tenants'}
            </Button>
          )}
        </div>
      )}
      {notInFiles > 0 && (
        <p>
          {formatCount(notInFiles, 'tenant with a balance is', 'tenants with a balance are')} not in these
          files.
        </p>
      )}
      {(inStatement !== 0 || receivedSince !== 0 || moved > 0) && (
        <p>
          Of the posted payments {formatPesos(inStatement)} count as in these statements, and{' '}
          {formatPesos(receivedSince)} as received since.
          {moved > 0 && ` ${formatCount(moved, 'line was', 'lines were')} moved by the office.`}
        </p>
      )}
    </>
  )
}

async function confirmOlderRows({
  rows,
  amountBefore,
  amountAfter,
}: StatementImport['older']): Promise<void> {
  const isConfirmed = await confirm({
    title: `Take ${formatCount(rows, 'older row', 'older rows')}?`,
    content:
      `Their tenants have newer statements, and get the older ones in their place. ` +
      `Together they owe ${formatBalance(amountBefore)} before and ${formatBalance(amountAfter)} after.`,
    okText: 'Take older rows',
    danger: true,
  })
  if (isConfirmed) updateImportSession({ shouldIncludeOlder: true })
}

const formatTakenRows = ({ doubtful, creatable }: StatementImport): string =>
  creatable === doubtful
    ? 'They are taken when you upload.'
    : `${creatable.toLocaleString('en')} of them ${creatable === 1 ? 'is' : 'are'} taken when you upload.`

async function confirmDoubtfulRows({ doubtful, creatable }: StatementImport): Promise<void> {
  const isConfirmed = await confirm({
    title: `Create ${formatCount(creatable, 'new tenant', 'new tenants')}?`,
    content:
      'Their codes may be those of tenants you have, changed by a spreadsheet.' +
      (creatable === doubtful
        ? ''
        : ` ${formatCount(doubtful - creatable, 'other row stays', 'other rows stay')} left out: ` +
          'codes with characters that cannot be seen, and rows of tenants you have.'),
    okText: 'Create new tenants',
    danger: true,
  })
  if (isConfirmed) updateImportSession({ shouldIncludeDoubtful: true })
}
