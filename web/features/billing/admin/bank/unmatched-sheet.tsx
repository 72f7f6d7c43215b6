import type { BankUnmatched } from '@tahanan/contract/billing/bank-answers.ts'
import { toCsv } from '@tahanan/contract/csv.ts'
import { useQuery } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import { useState } from 'react'
import { saveText } from '../../../../lib/api/save-file.ts'
import { pesos } from '../../../../lib/money.ts'
import { instantOf, wallNow, wallOf } from '../../../../lib/time.ts'
import { Button } from '../../../../ui/controls/button.tsx'
import { DateTimeField } from '../../../../ui/controls/date-time-field.tsx'
import { Field } from '../../../../ui/controls/field.tsx'
import { Section } from '../../../../ui/lists/section.tsx'
import { Sheet } from '../../../../ui/overlays/sheet.tsx'
import { QueryState } from '../../../../ui/query-state.tsx'
import { methodLabel } from '../../payment.ts'
import { PdfButton } from '../../pdf-button.tsx'
import { unmatchedQuery } from './calls.ts'

/** A row of the report: a line or a payment. */
interface Row {
  kind: 'line' | 'payment'
  id: number
  date: string
  amount: number
  reference: string
  /** The line's description, or the payer. */
  whose: string
  /** The file's account, or the way of paying. */
  by: string
}

/** Returns the rows of the report, the lines first. */
function rowsOf({ lines, payments }: BankUnmatched): Row[] {
  return [
    ...lines.map(({ id, date, amount, reference, description, account }) => ({
      kind: 'line' as const,
      id,
      date,
      amount,
      reference,
      whose: description,
      by: account,
    })),
    ...payments.map(({ id, date, amount, referenceNumber, reference, clientCode, uoccname, type }) => ({
      kind: 'payment' as const,
      id,
      date,
      amount,
      reference: [referenceNumber, reference].filter(Boolean).join(' '),
      whose: `${clientCode} ${uoccname}`,
      by: methodLabel(type),
    })),
  ]
}

/** Lines without a payment and posted payments without a line, of any days (rules 21.12). */
export function UnmatchedSheet({ onClose }: { onClose: () => void }) {
  const today = wallNow().slice(0, 10)
  const [from, setFrom] = useState(`${today.slice(0, 8)}01`)
  const [to, setTo] = useState(today)
  const query = useQuery(unmatchedQuery(from, to))
  const rows = query.data && rowsOf(query.data)
  const name = `Unmatched ${from} to ${to}`
  const save = (): void =>
    saveText(
      `${name}.csv`,
      toCsv(
        ['kind', 'date', 'amount', 'reference', 'whose', 'by'],
        (rows ?? []).map((row) => [
          row.kind,
          row.date,
          row.amount.toFixed(2),
          row.reference,
          row.whose,
          row.by,
        ]),
      ),
    )
  const day = (label: string, value: string, change: (next: string) => void) => (
    <Field label={label}>
      <DateTimeField
        withTime={false}
        noFuture
        value={instantOf(value)}
        onChange={(next) => change(wallOf(next ?? '')?.slice(0, 10) ?? today)}
      />
    </Field>
  )
  return (
    <Sheet
      place="box"
      width={1000}
      title="Unmatched"
      onClose={onClose}
      footer={
        <>
          <Button icon={Download} disabled={!rows} onClick={save}>
            Download CSV
          </Button>
          <PdfButton path={`/bank-unmatched/pdf?from=${from}&to=${to}`} name={name} disabled={!rows} />
        </>
      }
    >
      <div className="bank-unmatched">
        <div className="bank-days">
          {day('From', from, setFrom)}
          {day('To', to, setTo)}
        </div>
        {!rows && <QueryState query={query} title="We could not load the report" />}
        {rows && (
          <>
            <Rows title="Lines without a payment" rows={rows.filter(({ kind }) => kind === 'line')} />
            <Rows
              title="Posted payments without a line"
              rows={rows.filter(({ kind }) => kind === 'payment')}
            />
          </>
        )}
      </div>
    </Sheet>
  )
}

/** Rows that are drawn; the file has all. */
const MOST_DRAWN = 200

function Rows({ title, rows }: { title: string; rows: readonly Row[] }) {
  const sum = rows.reduce((total, { amount }) => total + Math.round(amount * 100), 0) / 100
  return (
    <Section title={`${title}: ${rows.length.toLocaleString('en')}, ${pesos(sum)}`}>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a scrolling region must be reachable by keyboard */}
      <div className="scroll" tabIndex={0} role="group" aria-label={title}>
        <table className="table">
          <caption className="visually-hidden">{title}</caption>
          <thead>
            <tr>
              <th scope="col">Date</th>
              <th scope="col" className="right">
                Amount
              </th>
              <th scope="col">Reference</th>
              <th scope="col">{title.startsWith('Lines') ? 'Description' : 'Client'}</th>
              <th scope="col">{title.startsWith('Lines') ? 'Account' : 'Type'}</th>
            </tr>
          </thead>
          <tbody>
            {rows.slice(0, MOST_DRAWN).map((row) => (
              <tr key={row.id}>
                <td className="c-num">{row.date}</td>
                <td className="c-num right">{pesos(row.amount)}</td>
                <td className="c-num">{row.reference}</td>
                <td className="wide">{row.whose}</td>
                <td>{row.by}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {rows.length > MOST_DRAWN && <p className="help">{`The first ${MOST_DRAWN}; the file has all.`}</p>}
    </Section>
  )
}
