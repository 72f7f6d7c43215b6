import { formatCount } from '#lib/format-number.ts'
import type { BankImport } from '@tahanan/contract/billing/bank-answers.ts'
import { NameList } from '../../imports/name-list.tsx'

/** Lists the lines of a bank file that could not be read, with their reasons (rules 21.3). */
export function RefusedLines({ refused, isInitiallyOpen }: RefusedLinesProps) {
  return (
    <NameList
      title={formatRefusedCount(refused.length)}
      names={refused.map(({ line }) => `Line ${line}`)}
      reasons={refused.map(({ reason }) => reason)}
      isInitiallyOpen={isInitiallyOpen}
    />
  )
}

interface RefusedLinesProps extends Pick<BankImport, 'refused'> {
  isInitiallyOpen?: boolean
}

const formatRefusedCount = (count: number): string =>
  formatCount(count, 'line could not be read', 'lines could not be read')
